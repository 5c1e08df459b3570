"""What a healed cluster must bring about; and that nobody hangs between two roles before."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from kraft_core.consensus.events import ResignRequested, ShutdownRequested
from kraft_core.consensus.roles import Candidate, Leader, Prospective, Resigned
from kraft_core.simulation import healing
from kraft_core.simulation.history import Kind
from kraft_core.simulation.hooks import Moment
from kraft_core.simulation.invariants.invariant import Invariant
from kraft_core.simulation.invariants.membership_twin import Membership, is_in
from kraft_core.simulation.invariants.twins import twin

if TYPE_CHECKING:
    from kraft_core.consensus.roles import Role
    from kraft_core.simulation.history import Operation
    from kraft_core.simulation.node import SimulatedNode

_PATIENCE = 3
"""Election timeouts, of true time, after which no campaign is still asking."""


class Demand(Invariant):
    """A demand of phase 2: it fails by this name there; here its judgements are counted."""

    @abstractmethod
    def missing(self) -> str | None:
        """What is not so, None if nothing is missing."""

    def watch(self) -> None:
        """The beginning and the end of phase 2."""
        self.cluster.hooks.moments[Moment.HEALED].append(self._healed)
        self.cluster.hooks.moments[Moment.ENDED].append(self._ended)

    def _is_first(self, node: SimulatedNode) -> bool:
        return node is next(iter(self.cluster.nodes.values()))

    def _healed(self, node: SimulatedNode) -> None:
        if self._is_first(node) and self.missing() is not None:
            self.reached += 1

    def _ended(self, node: SimulatedNode) -> None:
        if self._is_first(node):
            missing = self.missing()
            self.ensure(missing is None, missing)


class OneLeader(Demand):
    """Everybody follows it."""

    name = "one-leader"
    meaning = "A healed cluster elects one leader, and all others follow it."
    source = "EventuallyLeaderElected (kip_853, kip_996), openraft (converge)"
    twin = "It had none when it was healed, or not all followed it."

    def missing(self) -> str | None:
        """As phase 2 asks."""
        return healing.one_leader(self.cluster)


class ReconfigurationDecided(Demand):
    """Committed everywhere or gone everywhere."""

    name = "reconfiguration-decided"
    meaning = "Every change of voters is committed everywhere in the end, or gone everywhere."
    source = (
        "ReconfigurationNotStuck (kip_853, kip_996), ReconfigurationCompletes (KRaftWithReconfig)"
    )
    twin = "Voter sets differed when the cluster was healed, or nobody led it."

    def missing(self) -> str | None:
        """As phase 2 asks."""
        return healing.reconfiguration_decided(self.cluster)


class EqualLogs(Demand):
    """To their ends, in log and state."""

    name = "equal-logs"
    meaning = "The logs of a healed cluster become equal, committed and applied to their ends."
    source = "MetadataLogMatching, EventuallyMetadataConverges (KIP-966), openraft (re-converge)"
    twin = "They were not equal when the cluster was healed."

    def missing(self) -> str | None:
        """As phase 2 asks."""
        return healing.equal_logs(self.cluster)


class NewAppendsCommit(Demand):
    """And nothing stays open."""

    name = "new-appends-commit"
    meaning = "A healed cluster commits what is new, and decides every append that was asked for."
    source = (
        "ValuesEventuallyAcked (kip_853, kip_996), ValuesNotStuck (PullRaft), openraft (serve), "
        "EventuallyWriteIsAcceptedOrRejected (KIP-966)"
    )
    twin = "Nothing new had been asked for when the cluster was healed."

    def missing(self) -> str | None:
        """As phase 2 asks."""
        return healing.new_appends_commit(self.cluster)


class AckedAppendsPresent(Demand):
    """Whatever happened since."""

    name = "acked-appends-present"
    meaning = "Every append that was acknowledged stands in the leader's log or its snapshot."
    source = "LeaderHasAllAckedValues at the end (kip_853), final durability (openraft)"
    twin = "An append was acknowledged by a node that does not lead in the end."

    def missing(self) -> str | None:
        """As phase 2 asks."""
        return healing.acked_appends_present(self.cluster)

    def _healed(self, node: SimulatedNode) -> None:
        """Nothing to see yet."""

    def _ended(self, node: SimulatedNode) -> None:
        super()._ended(node)
        leader, workload = self.cluster.leader(), self.cluster.workload
        if self._is_first(node) and leader is not None and workload is not None:
            acked = workload.history.committed
            self.reached += any(each.node_id != leader.node_id for each in acked)


class Linearizable(Invariant):
    """The history is judged in phase 2, by `history.check`; a run that ends well passed it."""

    name = "linearizable"
    meaning = "Appends and reads of clients could have happened one after another."
    source = "linearizable (krabka), client oracle (openraft), Jepsen"
    twin = "A client read what a write of another node had left."

    def watch(self) -> None:
        """The end."""
        self.cluster.hooks.moments[Moment.ENDED].append(self._ended)

    def _ended(self, node: SimulatedNode) -> None:
        workload = self.cluster.workload
        if workload is None or node is not next(iter(self.cluster.nodes.values())):
            return
        self.evaluations += len(workload.history)
        writers = {each.value: each for each in workload.history.committed if _is_write(each)}
        for each in workload.history.committed:
            wrote = writers.get(each.value) if each.kind is Kind.READ else None
            self.reached += wrote is not None and wrote.node_id != each.node_id


def _is_write(operation: Operation) -> bool:
    return operation.kind is Kind.WRITE


class NotStuckInProspective(Invariant):
    """Ours is stronger: after its election timeout it gives up even where nobody hears it."""

    name = "NotStuckInProspective"
    meaning = "Nobody stays prospective: it stands, or looks for a leader again."
    source = "NotStuckInProspective (kip_996)"
    twin = "A prospective replica gave up without being a candidate."

    def watch(self) -> None:
        """Roles."""
        self._ends: dict[int, int] = {}
        self.cluster.hooks.events[ShutdownRequested].append(self._ending)
        self.cluster.hooks.roles.append(self._changed)

    def _ending(self, node: SimulatedNode, _event: ShutdownRequested) -> None:
        self._ends[node.node_id] = node.life

    def _changed(self, node: SimulatedNode, old: Role, new: Role) -> None:
        if isinstance(old, Prospective) and not isinstance(new, Candidate | Leader):
            self.reached += 1
        if isinstance(new, Prospective):
            patience_ms = _PATIENCE * self.cluster.plan.election_timeout_ms
            life = node.life
            self.cluster.timeline.at(patience_ms, lambda: self._judge(node, life, new, None))

    def _judge(self, node: SimulatedNode, life: int, role: Prospective, seen: int | None) -> None:
        """Twice: one whose pause is just over has not acted yet. Who shuts down does not act."""
        if not node.is_up or node.life != life or self._ends.get(node.node_id) == life:
            return
        now_ms = node.clock.now_ms()
        if node.is_paused or now_ms <= role.election_deadline_ms:
            return
        is_stuck = node.core.role is role
        if is_stuck and seen is None:
            again = _PATIENCE * self.cluster.plan.election_timeout_ms // 6
            self.cluster.timeline.at(again, lambda: self._judge(node, life, role, now_ms))
        else:
            self.ensure(not is_stuck, (node.node_id, "is prospective for ever in", role.epoch))


class StableLeadership(Invariant):
    """Where nothing happens leadership stays: in calm scenarios, and once a cluster is well."""

    name = "StableLeadership"
    meaning = "A leader that hears a majority stays, unless it is removed or gives way."
    source = "StableLeadership (Kafka)"
    twin = "A healed cluster had one leader whom all followed."

    def watch(self) -> None:
        """Roles after everything is mended."""
        self._is_healed = False
        self._calm_from_ms = 0
        self._leader: tuple[int, int] | None = None
        self._members = twin(self.cluster, Membership)
        hooks = self.cluster.hooks
        hooks.moments[Moment.HEALED].append(self._healed)
        hooks.moments[Moment.STOPPED].append(self._stopped)
        hooks.moments[Moment.ENDED].append(self._ended)
        hooks.events[ShutdownRequested].append(self._ending)
        hooks.events[ResignRequested].append(self._resigning)
        hooks.roles.append(self._changed)

    def _healed(self, _node: SimulatedNode) -> None:
        """Fetches that were lost before may still end in elections, until they have timed out."""
        self._is_healed = True
        if not self.cluster.is_stable:
            plan = self.cluster.plan
            longest_ms = max(plan.fetch_timeout_ms * 9 // 8, plan.request_timeout_ms)
            self._calm_from_ms = self.cluster.now_ms + longest_ms + plan.election_timeout_ms

    def _ended(self, node: SimulatedNode) -> None:
        if self._leader is None:
            self._look()
        if self._leader is not None and self._leader[1] == node.node_id:
            epoch = self._leader[0]
            self.ensure(node.core.role.epoch == epoch, (node.node_id, epoch, node.core.role))

    def _stopped(self, node: SimulatedNode) -> None:
        """What was on its way before everything was mended may still end a leader."""
        if self._leader is not None and self._leader[1] == node.node_id:
            self._leader = None

    def _ending(self, node: SimulatedNode, _event: ShutdownRequested) -> None:
        self._stopped(node)

    def _resigning(self, node: SimulatedNode, _event: ResignRequested) -> None:
        self._stopped(node)

    def _changed(self, node: SimulatedNode, old: Role, new: Role) -> None:
        if not self._is_healed and not self.cluster.is_stable:
            return
        if self._leader is None:
            self._look()
            return
        epoch, leader_id = self._leader
        if isinstance(new, Resigned) and node.node_id == leader_id:
            outside = not is_in(self._members.of(node).in_force, node.key)
            self.ensure(outside or node.is_witness, (node.node_id, "resigns", new.epoch))
            self._leader = None
            return
        self.ensure(new.epoch <= epoch, (node.node_id, old, new, "though all followed", leader_id))

    def _look(self) -> None:
        """From when on it must stay: when all are up and follow it."""
        if self.cluster.now_ms < self._calm_from_ms:
            return
        if healing.one_leader(self.cluster) is None:
            leader = self.cluster.leader()
            if leader is not None:
                self.reached += 1
                self._leader = (leader.core.role.epoch, leader.node_id)
