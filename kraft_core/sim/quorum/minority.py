"""The minority phase: some voters stay broken, and all others must make progress.

It comes between the faults and their repair. Everything is repaired but a minority of every voter
set that is or can become effective. Within a bound of virtual time the others must elect a
leader, commit, serve every living observer, and decide changes of voters (a refusal is a decision).
What Kafka's rules cannot give is excused, counted and bounded: see `tolerance.excuse`.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from kraft_core.raft.consensus.effects import SendRequest
from kraft_core.raft.consensus.roles import Follower, Leader
from kraft_core.sim.quorum.convergence import restore
from kraft_core.sim.quorum.hooks import Moment
from kraft_core.sim.quorum.names import Answer
from kraft_core.sim.quorum.steps.network import cut_all
from kraft_core.sim.quorum.steps.operators import add_voter_once, remove_voter_once
from kraft_core.sim.quorum.steps.targets import chance
from kraft_core.sim.quorum.steps.tolerance import excuse, may_break, sets_in_logs, sets_in_play
from kraft_core.sim.quorum.workload import MINORITY_CLIENT, Kind

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from kraft_core.sim.quorum.cluster import Cluster
    from kraft_core.sim.quorum.node import SimulatedNode
    from kraft_core.sim.quorum.workload import Workload
    from kraft_wire.errors import ErrorCode

_CHANCE: Final = 600
_LEADER_CHANCE: Final = 600
_CHANGE_CHANCE: Final = 400
_LOOK_MS: Final = 50
_AGAIN_MS: Final = 1_500
_FOR_EVER_MS: Final = 1 << 40


# -- permanent faults of a node --------------------------------------------------------------------


def down(cluster: Cluster, node: SimulatedNode) -> None:
    """End the process: connections to it are refused."""
    del cluster
    node.crash()


def dark(cluster: Cluster, node: SimulatedNode) -> None:
    """Cut the power of the machine: nothing answers, not even with a refusal."""
    node.crash(cluster.new_rng())


def cut(cluster: Cluster, node: SimulatedNode) -> None:
    """Cut the node off in both directions."""
    cut_all(cluster, node, hears=False, is_heard=False)


def deaf(cluster: Cluster, node: SimulatedNode) -> None:
    """Cut off what it receives; all nodes receive from it."""
    cut_all(cluster, node, hears=False, is_heard=True)


def unheard(cluster: Cluster, node: SimulatedNode) -> None:
    """Cut off what it sends; it receives from all nodes."""
    cut_all(cluster, node, hears=True, is_heard=False)


def mute(cluster: Cluster, node: SimulatedNode) -> None:
    """Stop the process: connections are accepted, but nothing answers."""
    del cluster
    node.pause(_FOR_EVER_MS)


def hanging_disk(cluster: Cluster, node: SimulatedNode) -> None:
    """Make every sync of its disk hang."""
    del cluster
    node.disk_hangs = True


def full_disk(cluster: Cluster, node: SimulatedNode) -> None:
    """Fill the disk, which ends the node at its next write."""
    del cluster
    node.disk.is_full = True


BREAKS: Final[dict[str, Callable[[Cluster, SimulatedNode], None]]] = {
    function.__name__.replace("_", "-"): function
    for function in (down, dark, cut, deaf, unheard, mute, hanging_disk, full_disk)
}
"""Every kind by its name."""
_SILENT: Final = frozenset({"dark", "cut", "deaf", "unheard", "mute", "hanging-disk"})
"""Kinds with which a request may be neither answered nor refused.

A node whose disk hangs answers until it has a new epoch to store; then every request waits for
that sync. A request that is answered does not count, whatever the kind: the next one follows it.
"""


class Minority:
    """The permanently broken voters, and the deadlines of the demands on the others.

    `missing` holds what is not met yet, by the name of its invariant; a demand that was met once
    counts as met.
    """

    def __init__(self, cluster: Cluster, broken: dict[int, str]) -> None:
        self.cluster = cluster
        self.broken = broken
        plan = cluster.plan
        self.limit_ms = 3 * plan.fetch_timeout_ms + 10 * plan.election_timeout_ms
        self.has_met: dict[str, bool] = dict.fromkeys(DEMANDS, False)
        self.change_asked = False
        self.change_answers: list[ErrorCode] = []
        self._waited_ms: Counter[int] = Counter()
        self._waits_since_ms: dict[int, int] = {}
        cluster.hooks.effects[SendRequest].append(self.request_sent)

    @property
    def others(self) -> list[SimulatedNode]:
        """The nodes that are not broken."""
        return [node for node in self.cluster.nodes.values() if node.node_id not in self.broken]

    def leader(self) -> SimulatedNode | None:
        """Return the leader of the highest epoch among the others."""
        leaders = [node for node in self.others if node.is_up and _leads(node)]
        return max(leaders, key=lambda node: node.core.role.epoch, default=None)

    def unmet(self) -> list[tuple[str, str]]:
        """Return the unmet demands, each with what is missing."""
        found = []
        for name, missing in DEMANDS.items():
            if self.has_met[name]:
                continue
            fault = missing(self)
            if fault is None:
                self.has_met[name] = True
            else:
                found.append((name, fault))
        return found

    def request_sent(self, node: SimulatedNode, effect: SendRequest) -> None:
        """Add up how long each node waits for bootstrap servers that never answer.

        `KafkaRaftClient.pollUnattachedAsObserver` and `pollFollowerAsObserver` ask a random one,
        and the next one only after a request timeout (`RequestManager.findReadyBootstrapServer`).
        """
        machine, role = self.cluster.machine_at(effect.to.port), node.core.role
        is_broken = machine is not None and machine.node_id in self.broken
        if is_broken and isinstance(role, Follower) and effect.to.id == role.leader_id:
            return
        self._end_wait(node.node_id)
        if machine is not None and self.broken.get(machine.node_id) in _SILENT:
            self._waits_since_ms[node.node_id] = self.cluster.now_ms

    def _end_wait(self, node_id: int) -> None:
        since_ms = self._waits_since_ms.pop(node_id, None)
        if since_ms is not None:
            waited_ms = self.cluster.now_ms - since_ms
            self._waited_ms[node_id] += min(waited_ms, self.cluster.plan.request_timeout_ms)

    def stranded_observers(self) -> list[int]:
        """Return the observers that spent at least half of the phase waiting for silent servers."""
        for node_id in list(self._waits_since_ms):
            self._end_wait(node_id)
        sets = sets_in_logs(self.cluster)
        return [
            node.node_id
            for node in self.others
            if not any(voters.has(node.key) for voters in sets)
            if self._waited_ms[node.node_id] >= self.limit_ms // 2
        ]


def _leads(node: SimulatedNode) -> bool:
    return isinstance(node.core.role, Leader)


def others_elect(minority: Minority) -> str | None:
    """Return None if one of the others leads and has committed in its epoch."""
    leader = minority.leader()
    if leader is None:
        roles = [str(node.core.role) for node in minority.others if node.is_up]
        return f"none of the others leads: {roles}"
    role = leader.core.role
    if isinstance(role, Leader) and role.high_watermark is None:
        return f"leader {leader.node_id} has committed nothing in epoch {role.epoch}"
    return None


def others_commit(minority: Minority) -> str | None:
    """Return None if a write and a read of this phase are acknowledged."""
    workload = minority.cluster.workload
    if workload is None:
        return None
    kinds = {each.kind for each in workload.acknowledged(MINORITY_CLIENT)}
    return None if kinds == {Kind.WRITE, Kind.READ} else f"only {kinds} are acknowledged"


def others_serve(minority: Minority) -> str | None:
    """Return None if every other replica follows and has applied this phase's writes."""
    workload, leader = minority.cluster.workload, minority.leader()
    if leader is None or workload is None:
        return "there is no leader"
    written = [each.offset for each in workload.acknowledged(MINORITY_CLIENT)]
    end = min((offset for offset in written if offset is not None), default=None)
    if end is None:
        return "nothing is written"
    for node in minority.others:
        if not node.is_up:
            return f"node {node.node_id} is down"
        role = node.core.role
        if node is not leader and not isinstance(role, Follower):
            return f"node {node.node_id} does not follow {leader.node_id}: {role}"
        if node.machine.applied_end <= end:
            return f"node {node.node_id} has applied {node.machine.applied_end}, not {end}"
    return None


def others_decide(minority: Minority) -> str | None:
    """Return None if a requested change of voters is answered and none is pending."""
    leader = minority.leader()
    role = None if leader is None else leader.core.role
    if leader is None or not isinstance(role, Leader):
        return "there is no leader"
    if role.change is not None:
        return f"leader {leader.node_id} has not decided {role.change}"
    if minority.change_asked and not minority.change_answers:
        return "a change of voters is not answered"
    return None


DEMANDS: Final[dict[str, Callable[[Minority], str | None]]] = {
    function.__name__.replace("_", "-"): function
    for function in (others_elect, others_commit, others_serve, others_decide)
}
"""In the order in which they are reported."""


# -- the phase -------------------------------------------------------------------------------------


def run_minority_phase(cluster: Cluster, workload: Workload, rng: Random) -> Minority | None:
    """Run the minority phase: break a minority and check the progress of the others.

    None if the cluster bears no broken voter, or this run has no such phase. Raises
    InvariantFailed for a demand that is not met in time and not excused.
    """
    if not chance(rng, _CHANCE):
        return None
    broken = draw_broken(cluster, rng)
    if not broken:
        return None
    minority = cluster.minority = Minority(cluster, broken)
    cluster.end_faults()
    cluster.is_stable = False
    for node in cluster.nodes.values():
        node.resume()
    for node in minority.others:
        restore(node)
    for node_id, kind in broken.items():
        node = cluster.nodes[node_id]
        restore(node)
        BREAKS[kind](cluster, node)
        if cluster.plan.hanging_names:
            for asker in cluster.nodes:
                cluster.network.names.set(asker, node_id, Answer.HANGS)
    for node in cluster.nodes.values():
        cluster.hooks.call(Moment.MINORITY_BROKEN, node)
    _await_progress(minority, workload, rng)
    for node in cluster.nodes.values():
        cluster.hooks.call(Moment.MINORITY_ENDED, node)
    return minority


def draw_broken(cluster: Cluster, rng: Random) -> dict[int, str]:
    """Draw as many voters as every voter set in play can lose, mostly with the leader."""
    ids = sorted({voter.id for voters in sets_in_play(cluster) for voter in voters})
    nodes = [cluster.nodes[each] for each in ids if each in cluster.nodes]
    rng.shuffle(nodes)
    leader = cluster.leader()
    if leader in nodes and chance(rng, _LEADER_CHANCE):
        nodes.remove(leader)
        nodes.insert(0, leader)
    count = rng.choice((1, 1, 2, 2, 3))
    kinds = sorted(BREAKS)
    broken: dict[int, str] = {}
    for node in nodes:
        if len(broken) < count and may_break(cluster, {*broken, node.node_id}):
            broken[node.node_id] = rng.choice(kinds)
    return broken


def _await_progress(minority: Minority, workload: Workload, rng: Random) -> None:
    cluster = minority.cluster
    end_ms = cluster.now_ms + minority.limit_ms
    append_at_ms, asks_change = cluster.now_ms, chance(rng, _CHANGE_CHANCE)

    def goes_on() -> bool:
        nonlocal append_at_ms, asks_change
        for node in minority.others:
            node.start()
        found = minority.unmet()
        leader = minority.leader()
        # a broken leader counts too: if its disk hangs, it resigns when others commit without it
        believed = leader or cluster.leader()
        is_due = cluster.now_ms >= append_at_ms
        if believed is not None and is_due and not minority.has_met["others-commit"]:
            append_at_ms = cluster.now_ms + _AGAIN_MS
            workload.append_as(MINORITY_CLIENT, believed)
        if asks_change and leader is not None and minority.has_met["others-commit"]:
            asks_change = False
            _ask_for_change(minority, leader, rng)
            minority.has_met["others-decide"] = False
            return True
        return bool(found)

    left_ms = end_ms - cluster.now_ms
    if cluster.timeline.run_while(goes_on, left_ms, _LOOK_MS):
        return
    reasons = set()
    for demand, fault in minority.unmet():
        reason = excuse(cluster, minority, demand)
        if reason is None:
            cluster.fail(demand, f"{fault}; broken: {minority.broken}")
        reasons.add(reason)
    cluster.excused.update(reasons)


def _ask_for_change(minority: Minority, leader: SimulatedNode, rng: Random) -> None:
    """Request to add an observer or to remove a broken voter, if that is allowed."""
    cluster = minority.cluster
    voters = leader.core.voters
    observers = [node for node in cluster.nodes.values() if not voters.has(node.key)]
    if observers and chance(rng, 500):
        node = rng.choice(observers)
        if may_break(cluster, set(minority.broken), added=node):
            minority.change_asked = True
            add_voter_once(cluster, node, minority.change_answers.append, target=leader)
        return
    removable = [voter.key for voter in voters if voter.id in minority.broken]
    if removable:
        key = rng.choice(removable)
        if may_break(cluster, set(minority.broken), removed=key):
            minority.change_asked = remove_voter_once(
                cluster, key, minority.change_answers.append, target=leader
            )
