"""The cluster: nodes, network, ledger and observers around one timeline, all from one seed."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Final, NoReturn

from kraft_core.raft.consensus.config import KRAFT_VERSIONS
from kraft_core.raft.consensus.roles import Leader
from kraft_core.raft.consensus.voters import Voter, VoterSet, static_voter
from kraft_core.sim.quorum.digest import RunDigest
from kraft_core.sim.quorum.hooks import Hooks
from kraft_core.sim.quorum.ledger import Ledger
from kraft_core.sim.quorum.network import Network
from kraft_core.sim.quorum.node import PORT, PORTS_A_NODE, SimulatedNode
from kraft_core.sim.quorum.plan import RELEASES
from kraft_core.sim.quorum.result import InvariantFailed
from kraft_core.sim.quorum.timeline import Timeline

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.raft.consensus.effects import Effect, NoteKind
    from kraft_core.raft.consensus.events import Event
    from kraft_core.sim.quorum.minority import Minority
    from kraft_core.sim.quorum.plan import ClusterPlan, Release
    from kraft_core.sim.quorum.steps.tolerance import ChangeAsked
    from kraft_core.sim.quorum.workload import Workload
    from kraft_wire.message import Message

_NEWEST: Final = tuple(RELEASES)[-1]


class Cluster:
    """All parts of one simulated run. `step` counts the events that cores handled."""

    def __init__(self, seed: int, plan: ClusterPlan) -> None:
        self.seed = seed
        self.plan = plan
        self._rng = random.Random(f"cluster {seed}")
        self.timeline = Timeline()
        self.run_digest = RunDigest()
        self.hooks = Hooks()
        self.ledger = Ledger(self.hooks)
        self.network = Network(self, random.Random(self.draw()))
        self.network.delay_ms = plan.delay_ms
        self.nodes: dict[int, SimulatedNode] = {}
        self.notes: Counter[NoteKind] = Counter()
        self.step = 0
        self.voter_changes = 0
        self.changes_asked: list[ChangeAsked] = []
        self.are_faults_over = False
        """No step of the schedule has any more effect."""
        self.is_repaired = False
        """Every fault is repaired."""
        self.minority: Minority | None = None
        """The voters that stay broken, once the minority phase has begun."""
        self.excused: Counter[str] = Counter()
        """Unmet demands of the minority phase, by the reason that excuses them."""
        self.is_stable = False
        """Nothing happens to it that could cost a leader its place."""
        self.workload: Workload | None = None
        self.tracer: Callable[[SimulatedNode, Event, list[Effect]], None] | None = None
        self._directories = 0
        for node_id in plan.voter_ids:
            self.nodes[node_id] = self.new_node(node_id, self._release(node_id))
        self.first_voters = VoterSet.of(self._voter(each) for each in self.nodes.values())
        self.static_voters = None if plan.kraft_level else self.first_voters
        self.bootstrap_servers = tuple(
            (each.endpoint.host, each.endpoint.port) for each in self.nodes.values()
        )

    @property
    def now_ms(self) -> int:
        """The true virtual time."""
        return self.timeline.now_ms

    @property
    def digest(self) -> str:
        """A digest of all decisions, messages and disk operations of nodes so far, with times."""
        return self.run_digest.hexdigest()

    @property
    def kraft_level(self) -> int:
        """The kraft.version that the cluster was formatted with."""
        return self.plan.kraft_level

    def begin(self) -> None:
        """Format and start the first nodes. Observers are registered by now."""
        for node in list(self.nodes.values()):
            node.format(is_first_voter=True)
            node.start()
        for node_id in self.plan.observer_ids:
            self.add_node(node_id)

    def add_node(self, node_id: int, release: str | None = None) -> SimulatedNode:
        """Start a new observer with an empty disk; `release` None takes the planned release."""
        if node_id in self.nodes:
            raise ValueError(f"node {node_id} already exists")
        node = self.new_node(node_id, self._release(node_id, release))
        self.nodes[node_id] = node
        node.format(is_first_voter=False)
        node.start()
        return node

    def new_node(self, node_id: int, release: Release) -> SimulatedNode:
        """Create a node; it is neither formatted nor started."""
        return SimulatedNode(self, node_id, release)

    def _release(self, node_id: int, name: str | None = None) -> Release:
        return RELEASES[name or self.plan.releases.get(node_id, _NEWEST)]

    def _voter(self, node: SimulatedNode) -> Voter:
        if not self.plan.kraft_level:
            return static_voter(node.node_id, node.endpoint)
        return Voter(node.key, (node.endpoint,), KRAFT_VERSIONS)

    # -- sources of randomness ----------------------------------------------------------------

    def draw(self) -> int:
        """Draw a number to seed a separate generator."""
        return self._rng.getrandbits(48)

    def new_rng(self) -> random.Random:
        return random.Random(self.draw())

    def new_directory_id(self) -> bytes:
        """Return a directory id that no other disk of this cluster has."""
        self._directories += 1
        return b"kraft simulation"[:12] + self._directories.to_bytes(4, "big")

    def end_faults(self) -> None:
        """End the schedule and repair all links."""
        self.are_faults_over = True
        self.network.restore_all()

    # -- looking ------------------------------------------------------------------------------

    def machine_at(self, port: int) -> SimulatedNode | None:
        """Return the node whose machine has that port, whether it listens or not."""
        return self.nodes.get((port - PORT) // PORTS_A_NODE)

    def up_nodes(self) -> list[SimulatedNode]:
        """Return the nodes in operation, paused ones included."""
        return [node for node in self.nodes.values() if node.is_up]

    def leader(self) -> SimulatedNode | None:
        """Return the leader of the highest epoch, None if no running node leads."""
        found = None
        for node in self.nodes.values():
            if node.is_up and isinstance(node.core.role, Leader):
                epoch = node.core.role.epoch
                if found is None or epoch > found.core.role.epoch:
                    found = node
        return found

    # -- acting -------------------------------------------------------------------------------

    def ask(
        self,
        node_id: int,
        message: Message,
        api_version: int = 0,
        on_answer: Callable[[Message], None] | None = None,
    ) -> None:
        """Send a node an operator's request, which can get lost, or its answer."""
        self.network.ask(self.nodes[node_id], message, api_version, on_answer)

    def record(self, link: tuple[int, int], payload: bytes) -> None:
        """Add a delivery to the digest."""
        self.run_digest.delivered(self.timeline.now_ms, *link, payload)

    def fail(self, invariant: str, detail: object) -> NoReturn:
        """End the simulation: an invariant failed."""
        raise InvariantFailed(invariant, str(detail))
