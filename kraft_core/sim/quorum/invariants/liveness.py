"""Liveness: progress after all repairs, and resignation in time before them."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kraft_core.raft.consensus.effects import AppendRecords
from kraft_core.raft.consensus.events import RequestReceived, ResignRequested, ShutdownRequested
from kraft_core.raft.consensus.roles import Candidate, Follower, Leader, Prospective, Resigned
from kraft_core.raft.consensus.rpc import Fetch, FetchSnapshot, UpdateRaftVoter
from kraft_core.sim.quorum import convergence
from kraft_core.sim.quorum.hooks import Moment
from kraft_core.sim.quorum.invariants.invariant import Invariant, model_of
from kraft_core.sim.quorum.invariants.models import Membership, is_in
from kraft_core.sim.quorum.workload import Kind

if TYPE_CHECKING:
    from kraft_core.raft.consensus.roles import Role
    from kraft_core.raft.consensus.voters import VoterSet
    from kraft_core.sim.quorum.minority import Minority
    from kraft_core.sim.quorum.node import SimulatedNode
    from kraft_core.sim.quorum.workload import Operation


_TIMEOUTS = 3
"""Election timeouts, of true time, after which no campaign is still asking."""


class Demand(Invariant):
    """A demand of phase 2: it fails by this name there; here its evaluations are counted."""

    @abstractmethod
    def missing(self) -> str | None:
        """Return what is missing; None if nothing is."""

    def watch(self) -> None:
        """Subscribe to the beginning and the end of phase 2."""
        self.cluster.hooks.moments[Moment.REPAIRED].append(self._repaired)
        self.cluster.hooks.moments[Moment.ENDED].append(self._ended)

    def _is_first(self, node: SimulatedNode) -> bool:
        return node is next(iter(self.cluster.nodes.values()))

    def _repaired(self, node: SimulatedNode) -> None:
        if self._is_first(node) and self.missing() is not None:
            self.reached += 1

    def _ended(self, node: SimulatedNode) -> None:
        if self._is_first(node):
            missing = self.missing()
            self.ensure(missing is None, missing)


class OneLeader(Demand):
    """Checks that every node follows one leader."""

    name = "one-leader"
    meaning = "A repaired cluster elects one leader, and all others follow it."
    source = "EventuallyLeaderElected (kip_853, kip_996), openraft (converge)"
    coverage = "There was no leader at the repair, or not all replicas followed it."

    def missing(self) -> str | None:
        """Return what the demand of phase 2 is missing."""
        return convergence.one_leader(self.cluster)


class ReconfigurationDecided(Demand):
    """Committed everywhere or gone everywhere."""

    name = "reconfiguration-decided"
    meaning = "Every change of voters is eventually committed everywhere, or gone everywhere."
    source = (
        "ReconfigurationNotStuck (kip_853, kip_996), ReconfigurationCompletes (KRaftWithReconfig)"
    )
    coverage = "Voter sets differed when the cluster was repaired, or there was no leader."

    def missing(self) -> str | None:
        """Return what the demand of phase 2 is missing."""
        return convergence.reconfiguration_decided(self.cluster)


class EqualLogs(Demand):
    """To their ends, in log and state."""

    name = "equal-logs"
    meaning = "The logs of a repaired cluster become equal, committed and applied to their ends."
    source = "MetadataLogMatching, EventuallyMetadataConverges (KIP-966), openraft (re-converge)"
    coverage = "They were not equal when the cluster was repaired."

    def missing(self) -> str | None:
        """Return what the demand of phase 2 is missing."""
        return convergence.equal_logs(self.cluster)


class NewAppendsCommit(Demand):
    name = "new-appends-commit"
    meaning = "A repaired cluster commits new appends, and decides every append that was requested."
    source = (
        "ValuesEventuallyAcked (kip_853, kip_996), ValuesNotStuck (PullRaft), openraft (serve), "
        "EventuallyWriteIsAcceptedOrRejected (KIP-966)"
    )
    coverage = "No new append had been requested when the cluster was repaired."

    def missing(self) -> str | None:
        """Return what the demand of phase 2 is missing."""
        return convergence.new_appends_commit(self.cluster)


class AckedAppendsPresent(Demand):
    name = "acked-appends-present"
    meaning = "Every acknowledged append is in the leader's log or its snapshot."
    source = "LeaderHasAllAckedValues at the end (kip_853), final durability (openraft)"
    coverage = "An append was acknowledged by a node that is not the last leader."

    def missing(self) -> str | None:
        """Return what the demand of phase 2 is missing."""
        return convergence.acked_appends_present(self.cluster)

    def _repaired(self, node: SimulatedNode) -> None:
        """Do nothing: the check is at the end."""

    def _ended(self, node: SimulatedNode) -> None:
        super()._ended(node)
        leader, workload = self.cluster.leader(), self.cluster.workload
        if self._is_first(node) and leader is not None and workload is not None:
            acked = workload.history.committed
            self.reached += any(each.node_id != leader.node_id for each in acked)


class Linearizable(Invariant):
    """The history is checked in phase 2, by `check_history`; a run that ends well passed it."""

    name = "linearizable"
    meaning = "Appends and reads of clients could have happened one after another."
    source = "linearizable (krabka), client oracle (openraft), Jepsen"
    coverage = "A client read the result of a write at another node."

    def watch(self) -> None:
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


class MinorityDemand(Invariant):
    """A demand of the minority phase: it fails by this name there; here its checks are counted."""

    def watch(self) -> None:
        """Subscribe to the beginning and the end of the minority phase."""
        self._is_reached = False
        self._epoch = -1
        self.cluster.hooks.moments[Moment.MINORITY_BROKEN].append(self._began)
        self.cluster.hooks.moments[Moment.MINORITY_ENDED].append(self._ended)

    def _began(self, node: SimulatedNode) -> None:
        if node.is_up:
            self._epoch = max(self._epoch, node.core.role.epoch)

    def _ended(self, node: SimulatedNode) -> None:
        minority = self.cluster.minority
        if minority is None or node is not next(iter(self.cluster.nodes.values())):
            return
        self.evaluations += 1
        self.reached += minority.has_met[self.name] and self.is_covered(minority)

    @abstractmethod
    def is_covered(self, minority: Minority) -> bool:
        """Return True if the coverage condition is met, the demand being met."""


class OthersElect(MinorityDemand):
    """A leader that is broken must not be waited for."""

    name = "others-elect"
    meaning = (
        "With a minority broken permanently, the others have a leader that commits in its epoch."
    )
    source = "EventuallyLeaderElected (kip_853, kip_996), with faults that are never repaired"
    coverage = "The others elected a leader while voters were broken."

    def is_covered(self, minority: Minority) -> bool:
        """Return True if the others have a leader of a new epoch."""
        leader = minority.leader()
        return leader is not None and leader.core.role.epoch > self._epoch


class OthersCommit(MinorityDemand):
    """With the majority that they are."""

    name = "others-commit"
    meaning = (
        "With a minority broken permanently, the others acknowledge a new write and a new read."
    )
    source = "ValuesEventuallyAcked (kip_853, kip_996), with faults that are never repaired"
    coverage = "The others acknowledged a write while voters were broken."

    def is_covered(self, minority: Minority) -> bool:
        """Return True if voters were broken."""
        return bool(minority.broken)


class OthersServe(MinorityDemand):
    name = "others-serve"
    meaning = (
        "With a minority broken permanently, every running replica follows and applies new writes."
    )
    source = "EventuallyMetadataConverges (KIP-966), with faults that are never repaired"
    coverage = "An observer applied a write while voters were broken."

    def is_covered(self, minority: Minority) -> bool:
        """Return True if a living node is not a voter."""
        leader = minority.leader()
        return leader is not None and any(
            not leader.core.voters.has(node.key) for node in minority.others
        )


class OthersDecide(MinorityDemand):
    """A refusal is a decision."""

    name = "others-decide"
    meaning = "With a minority broken permanently, every change of voters is committed or refused."
    source = "ReconfigurationNotStuck (kip_853, kip_996), with faults that are never repaired"
    coverage = "A change of voters was requested and answered while voters were broken."

    def is_covered(self, minority: Minority) -> bool:
        """Return True if a change of voters was requested."""
        return minority.change_asked


def _is_write(operation: Operation) -> bool:
    return operation.kind is Kind.WRITE


class LeaderKeepsReserve(Invariant):
    """The reserve on its disk is for control records, so that elections remain possible."""

    name = "LeaderKeepsReserve"
    meaning = "A leader with less room than `kraft.log.reserve.bytes` appends no records of users."
    source = "kraft's reserve (KAFKA_STORAGE_ERROR)"
    coverage = "A client was refused because the disk was nearly full."

    def watch(self) -> None:
        """Subscribe to turns, refusals and appends."""
        self._lacks: dict[int, bool] = {}
        hooks = self.cluster.hooks
        hooks.moments[Moment.TURNED].append(self._turned)
        hooks.moments[Moment.STOPPED].append(self._turned)
        hooks.moments[Moment.APPEND_REFUSED].append(self._refused)
        hooks.effects[AppendRecords].append(self._appended)

    def _turned(self, node: SimulatedNode) -> None:
        """Check at the end of the turn that earlier submissions were appended."""
        self._lacks[node.node_id] = node.is_up and node.lacks_room

    def _refused(self, _node: SimulatedNode) -> None:
        self.reached += 1

    def _appended(self, node: SimulatedNode, effect: AppendRecords) -> None:
        if effect.append_id is not None:
            lacks = self._lacks.get(node.node_id, False)
            self.ensure(not lacks or not node.lacks_room, (node.node_id, effect.base_offset))


class LeaderHasRoom(Invariant):
    """Users' records are refused no longer than it takes to find a leader that takes them."""

    name = "LeaderHasRoom"
    meaning = (
        "A leader with less room than `kraft.log.reserve.bytes` hands over in time while a voter "
        "that has room is level with it."
    )
    source = "kraft's reserve as a reason to be a witness"
    coverage = "A leader without room gave leadership to a voter."

    def watch(self) -> None:
        """Subscribe to turns of leaders and to their ends."""
        self._since: dict[tuple[int, int], int] = {}
        self._handed_over: set[tuple[int, int]] = set()
        plan = self.cluster.plan
        # the other voter reports free space with its next Fetch; check-quorum ends a leader that is
        # cut off
        self._limit_ms = plan.fetch_timeout_ms * 3 // 2 + plan.election_timeout_ms
        hooks = self.cluster.hooks
        hooks.moments[Moment.TURNED].append(self._turned)
        hooks.roles.append(self._changed)

    def _changed(self, node: SimulatedNode, old: Role, new: Role) -> None:
        place = (node.node_id, node.incarnation)
        if isinstance(old, Leader):
            self._since.pop(place, None)
            if isinstance(new, Resigned) and node.lacks_room:
                self._handed_over.add(place)
                self.reached += 1

    def _turned(self, node: SimulatedNode) -> None:
        """Check the first hand-over of each incarnation; the pauses of later ones double."""
        if not isinstance(node.core.role, Leader):
            return
        place = (node.node_id, node.incarnation)
        is_free = node.core.role.change is None and node.disk.lacks_room and node.lacks_room
        if place in self._handed_over or not is_free or not self._has_heir(node):
            self._since.pop(place, None)
            return
        since_ms = self._since.setdefault(place, self.cluster.now_ms)
        waited_ms = self.cluster.now_ms - since_ms
        self.ensure(waited_ms <= self._limit_ms, (node.node_id, "lacks room since", since_ms))

    def _has_heir(self, node: SimulatedNode) -> bool:
        role, voters = node.core.role, node.core.voters
        for each in self.cluster.nodes.values():
            if each is node or each.is_stalled or not each.may_lead or not voters.has(each.key):
                continue
            follows = isinstance(each.core.role, Follower) and each.core.role.epoch == role.epoch
            if follows and each.flushed_end == node.log.end_offset == node.high_watermark:
                return True
        return False


class AppendDecidedInTime(Invariant):
    """At the latest when check-quorum ends the leadership."""

    name = "AppendDecidedInTime"
    meaning = (
        "An append that a running node accepted is committed, rejected or lost within a time limit."
    )
    source = "EventuallyWriteIsAcceptedOrRejected (KIP-966), with a bound"
    coverage = "An append was undecided for longer than a fetch timeout."

    def watch(self) -> None:
        """Subscribe to appends, and to the moments when they must be decided."""
        plan = self.cluster.plan
        check_quorum_ms = plan.fetch_timeout_ms * 3 // 2
        self._slow_ms = plan.fetch_timeout_ms
        # a majority can be heard for the last time when its timer starts, and messages and syncs
        # can be slow
        self._limit_ms = 2 * check_quorum_ms + 3 * plan.fetch_timeout_ms
        self.cluster.hooks.appends.append(self._appended)

    def _appended(self, node: SimulatedNode, operation: Operation) -> None:
        since_ms = self.cluster.now_ms
        self.cluster.timeline.at(self._slow_ms, lambda: self._count(operation))
        self._later(node, operation, node.incarnation, since_ms)

    def _count(self, operation: Operation) -> None:
        self.reached += operation.ended is None

    def _later(
        self, node: SimulatedNode, operation: Operation, incarnation: int, since_ms: int
    ) -> None:
        left_ms = since_ms + self._limit_ms - self.cluster.now_ms
        action = lambda: self._look(node, operation, incarnation, since_ms)  # noqa: E731
        self.cluster.timeline.at(left_ms, action)

    def _look(
        self, node: SimulatedNode, operation: Operation, incarnation: int, since_ms: int
    ) -> None:
        if operation.ended is not None:
            self.evaluations += 1
            return
        if node.is_stalled or node.stalled_at_ms > since_ms:
            if node.incarnation == incarnation:
                now_ms = self.cluster.now_ms
                since_ms = now_ms if node.is_stalled else node.stalled_at_ms
                self._later(node, operation, incarnation, since_ms)
            return
        self.ensure(holds=False, detail=(node.node_id, "has not decided", str(operation)))


class NotStuckInProspective(Invariant):
    """Stronger than the original: it gives up after its election timeout even if cut off."""

    name = "NotStuckInProspective"
    meaning = "No replica stays prospective: it becomes a candidate or looks for a leader again."
    source = "NotStuckInProspective (kip_996)"
    coverage = "A prospective replica gave up without being a candidate."

    def watch(self) -> None:
        self._ends: dict[int, int] = {}
        self.cluster.hooks.events[ShutdownRequested].append(self._ending)
        self.cluster.hooks.roles.append(self._changed)

    def _ending(self, node: SimulatedNode, _event: ShutdownRequested) -> None:
        self._ends[node.node_id] = node.incarnation

    def _changed(self, node: SimulatedNode, old: Role, new: Role) -> None:
        if isinstance(old, Prospective) and not isinstance(new, Candidate | Leader):
            self.reached += 1
        if isinstance(new, Prospective):
            patience_ms = _TIMEOUTS * self.cluster.plan.election_timeout_ms
            incarnation = node.incarnation
            self.cluster.timeline.at(patience_ms, lambda: self._check(node, incarnation, new, None))

    def _check(
        self, node: SimulatedNode, incarnation: int, role: Prospective, seen: int | None
    ) -> None:
        """Check twice, as a node that just resumed has not acted yet; skip one that shuts down."""
        has_ended = not node.is_up or node.incarnation != incarnation
        if has_ended or self._ends.get(node.node_id) == incarnation or node.disk_hangs:
            return
        now_ms = node.clock.now_ms()
        if node.is_paused or now_ms <= role.election_deadline_ms:
            return
        is_stuck = node.core.role is role
        if is_stuck and seen is None:
            again = _TIMEOUTS * self.cluster.plan.election_timeout_ms // 6
            self.cluster.timeline.at(again, lambda: self._check(node, incarnation, role, now_ms))
        else:
            self.ensure(not is_stuck, (node.node_id, "stays prospective in", role.epoch))


class StableLeadership(Invariant):
    """Leadership is stable without faults: in calm scenarios, and once a cluster has converged."""

    name = "StableLeadership"
    meaning = "A leader that hears a majority stays, unless it is removed or hands over."
    source = "StableLeadership (Kafka)"
    coverage = "A repaired cluster had one leader that all followed."

    def watch(self) -> None:
        """Subscribe to roles after everything is restored."""
        self._is_repaired = False
        self._calm_from_ms = 0
        self._leader: tuple[int, int] | None = None
        self._members = model_of(self.cluster, Membership)
        hooks = self.cluster.hooks
        hooks.moments[Moment.MINORITY_BROKEN].append(self._broken)
        hooks.moments[Moment.REPAIRED].append(self._repaired)
        hooks.moments[Moment.STOPPED].append(self._stopped)
        hooks.moments[Moment.ENDED].append(self._ended)
        hooks.events[ShutdownRequested].append(self._ending)
        hooks.events[ResignRequested].append(self._resigning)
        hooks.roles.append(self._changed)

    def _repaired(self, _node: SimulatedNode) -> None:
        """Allow elections from fetches that were lost before, until these have timed out."""
        self._is_repaired = True
        if not self.cluster.is_stable:
            plan = self.cluster.plan
            longest_ms = max(plan.fetch_timeout_ms * 9 // 8, plan.request_timeout_ms)
            self._calm_from_ms = self.cluster.now_ms + longest_ms + plan.election_timeout_ms

    def _broken(self, _node: SimulatedNode) -> None:
        """Stop checking in the minority phase, in which leaders are broken on purpose."""
        self._leader = None

    def _ended(self, node: SimulatedNode) -> None:
        if self._leader is None:
            self._look()
        if self._leader is not None and self._leader[1] == node.node_id:
            epoch = self._leader[0]
            self.ensure(node.core.role.epoch == epoch, (node.node_id, epoch, node.core.role))

    def _stopped(self, node: SimulatedNode) -> None:
        """Allow a leader to end by what was in flight before everything was restored."""
        if self._leader is not None and self._leader[1] == node.node_id:
            self._leader = None

    def _ending(self, node: SimulatedNode, _event: ShutdownRequested) -> None:
        self._stopped(node)

    def _resigning(self, node: SimulatedNode, _event: ResignRequested) -> None:
        self._stopped(node)

    def _changed(self, node: SimulatedNode, old: Role, new: Role) -> None:
        if not self._is_repaired and not self.cluster.is_stable:
            return
        if self._leader is None:
            self._look()
            return
        epoch, leader_id = self._leader
        if isinstance(new, Resigned) and node.node_id == leader_id:
            outside = not is_in(self._members.of(node).in_force, node.key)
            gives_way = not node.may_lead
            self.ensure(outside or gives_way, (node.node_id, "resigns", new.epoch))
            self._leader = None
            return
        self.ensure(new.epoch <= epoch, (node.node_id, old, new, "though all followed", leader_id))

    def _look(self) -> None:
        """Note the leader that must stay once all voters are up and follow it."""
        if self.cluster.now_ms < self._calm_from_ms:
            return
        if convergence.one_leader(self.cluster) is None:
            leader = self.cluster.leader()
            if leader is not None:
                self.reached += 1
                self._leader = (leader.core.role.epoch, leader.node_id)


@dataclass(slots=True)
class _Leadership:
    """One leadership by the leader's own clock: the last contact of each voter, and its disk lag.

    `since_ms` is when it began, or when the voter set last changed.
    """

    since_ms: int
    voters: VoterSet
    heard_ms: dict[int, int] = field(default_factory=dict)
    flushed_end: int = -1
    behind_since_ms: int | None = None


class LeaderResignsInTime(Invariant):
    """Check-quorum, and the same for its own disk."""

    name = "LeaderResignsInTime"
    meaning = (
        "A leader that hears no majority, or whose durable end does not move while it is below the "
        "high watermark, resigns in time."
    )
    source = "check-quorum (KIP-595), and kraft's rule for disks that hang"
    coverage = "A leader resigned after a check-quorum timeout of either."

    def watch(self) -> None:
        """Subscribe to turns and requests of leaders."""
        self._leading: dict[int, _Leadership] = {}
        self._members = model_of(self.cluster, Membership)
        self._timeout_ms = self.cluster.plan.fetch_timeout_ms * 3 // 2
        hooks = self.cluster.hooks
        hooks.roles.append(self._changed)
        hooks.moments[Moment.TURNED].append(self._turned)
        hooks.moments[Moment.STOPPED].append(self._stopped)
        hooks.events[RequestReceived].append(self._asked)

    def _changed(self, node: SimulatedNode, old: Role, new: Role) -> None:
        leadership = self._leading.pop(node.node_id, None)
        if isinstance(new, Leader):
            in_force = self._members.of(node).in_force
            self._leading[node.node_id] = _Leadership(node.clock.now_ms(), in_force)
        elif leadership is not None and isinstance(old, Leader) and isinstance(new, Resigned):
            longest_ms = max(self._silent_ms(node, leadership), self._behind_ms(node, leadership))
            self.reached += longest_ms >= self._timeout_ms

    def _stopped(self, node: SimulatedNode) -> None:
        self._leading.pop(node.node_id, None)

    def _asked(self, node: SimulatedNode, event: RequestReceived) -> None:
        leadership, request = self._leading.get(node.node_id), event.request
        if leadership is None:
            return
        if isinstance(request, Fetch | FetchSnapshot):
            leadership.heard_ms[request.replica.id] = node.clock.now_ms()
        elif isinstance(request, UpdateRaftVoter):
            leadership.heard_ms[request.voter.id] = node.clock.now_ms()

    def _turned(self, node: SimulatedNode) -> None:
        """Check a leader's timeouts after its turn: a turn ends with the processing of timers."""
        leadership = self._leading.get(node.node_id)
        if leadership is None:
            return
        now_ms, in_force = node.clock.now_ms(), self._members.of(node).in_force
        if in_force != leadership.voters:
            leadership.since_ms, leadership.voters = now_ms, in_force
        if node.high_watermark <= node.flushed_end:
            leadership.behind_since_ms = None
        elif leadership.behind_since_ms is None or leadership.flushed_end != node.flushed_end:
            leadership.behind_since_ms, leadership.flushed_end = now_ms, node.flushed_end
        behind_ms = self._behind_ms(node, leadership)
        self.ensure(behind_ms <= self._timeout_ms, (node.node_id, "leads without disk", behind_ms))
        # a fetch just after its timer restarted counts until the next timer ends
        silent_ms = self._silent_ms(node, leadership)
        is_late = silent_ms > 2 * self._timeout_ms
        self.ensure(not is_late, (node.node_id, "leads without majority", silent_ms))

    def _behind_ms(self, node: SimulatedNode, leadership: _Leadership) -> int:
        since_ms = leadership.behind_since_ms
        return 0 if since_ms is None else node.clock.now_ms() - since_ms

    def _silent_ms(self, node: SimulatedNode, leadership: _Leadership) -> int:
        """Return the milliseconds since a majority last fetched; a voting leader counts itself."""
        ids, now_ms = leadership.voters.ids, node.clock.now_ms()
        needed = len(ids) // 2 + 1 - (node.node_id in ids)
        if needed <= 0:
            return 0
        heard = [leadership.heard_ms.get(each, -1) for each in ids if each != node.node_id]
        heard.sort(reverse=True)
        return now_ms - max(heard[needed - 1], leadership.since_ms)
