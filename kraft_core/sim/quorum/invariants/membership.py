"""Voter sets: one change at a time, each from the last, in force as soon as written."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from kraft_core.raft.consensus.effects import (
    AppendControlRecords,
    RejectAppend,
    SendRequest,
    SendResponse,
    TruncateLog,
)
from kraft_core.raft.consensus.events import RequestReceived, ResponseReceived, UpgradeRequested
from kraft_core.raft.consensus.roles import Leader
from kraft_core.raft.consensus.rpc import (
    AddRaftVoter,
    AddRaftVoterResponse,
    ApiVersions,
    ApiVersionsResponse,
    DescribeQuorumResponse,
    Fetch,
    FetchResponse,
    RemoveRaftVoter,
    RemoveRaftVoterResponse,
)
from kraft_core.raft.consensus.values import KRaftVersion, LeaderChange, Voters
from kraft_core.sim.quorum.hooks import Moment
from kraft_core.sim.quorum.invariants.invariant import Invariant, model_of
from kraft_core.sim.quorum.invariants.models import Membership, is_in
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.raft.consensus.events import ReplyTo
    from kraft_core.raft.consensus.values import ReplicaKey
    from kraft_core.raft.consensus.voters import VoterSet
    from kraft_core.sim.quorum.ledger import CommittedEntry
    from kraft_core.sim.quorum.node import SimulatedNode


def is_change(effect: AppendControlRecords) -> bool:
    """Return True if the leader changes the voter set, instead of copying it at its start."""
    records = effect.records
    if isinstance(records[0], LeaderChange):
        return False
    return any(isinstance(record, Voters) for record in records)


class OneChangeInFlight(Invariant):
    """The copy of the set in a start-of-epoch batch is not a change."""

    name = "OneChangeInFlight"
    meaning = "A leader's log never holds two membership changes that are not committed."
    source = "OneChangeInFlight (KIP-853 gaps)"
    coverage = "A leader changed the voter set after another change."

    def watch(self) -> None:
        self._members = model_of(self.cluster, Membership)
        self.cluster.hooks.effects[AppendControlRecords].append(self._appended)

    def _appended(self, node: SimulatedNode, effect: AppendControlRecords) -> None:
        if not is_change(effect):
            return
        earlier = [
            (offset, is_copy)
            for offset, _, is_copy in self._members.of(node).changes
            if offset < effect.base_offset
        ]
        self.reached += any(not is_copy for _, is_copy in earlier)
        committed = node.high_watermark
        open_ones = [at for at, is_copy in earlier if at >= committed and not is_copy]
        self.ensure(not open_ones, (node.node_id, effect, "above", open_ones, committed))


class ChangeAfterEpochCommit(Invariant):
    """Else two leaders' changes could each be committed by a majority of its own."""

    name = "ChangeAfterEpochCommit"
    meaning = "A leader changes the voter set only after it has committed something in its epoch."
    source = "ChangeAfterEpochCommit (KIP-853 gaps)"
    coverage = "A leader changed the voter set."

    def watch(self) -> None:
        self.cluster.hooks.effects[AppendControlRecords].append(self._appended)

    def _appended(self, node: SimulatedNode, effect: AppendControlRecords) -> None:
        if not is_change(effect):
            return
        self.reached += 1
        committed = node.high_watermark
        last = node.log.entry_at(committed - 1)
        holds = last.epoch == effect.epoch if last is not None else committed > 0
        self.ensure(holds, (node.node_id, effect, "committed", committed, last))


class MajorityOverlap(Invariant):
    """Any majority of the one has a voter in common with any majority of the other."""

    name = "MajorityOverlap"
    meaning = "Two voter sets that are committed one after the other differ by one voter."
    source = "MajorityOverlap (KIP-853 gaps)"
    coverage = "A voter set was committed that differs from the one before."

    def watch(self) -> None:
        self._before: VoterSet = self.cluster.first_voters
        self.cluster.hooks.commits.append(self._committed)

    def _committed(self, _node: SimulatedNode, committed: CommittedEntry) -> None:
        for record in committed.entry.control_records:
            if isinstance(record, Voters):
                before, self._before = self._before, record.voter_set
                distance = _distance(before, self._before)
                self.reached += distance > 0
                self.ensure(distance <= 1, (before, "then", self._before))


def _distance(before: VoterSet, after: VoterSet) -> int:
    """Return the number of changed voters.

    A configured set, without directories, compares by ids.
    """
    ids_only = any(voter.key.directory_id is None for voter in before)
    ours = [voter.key.id if ids_only else voter.key for voter in before]
    theirs = [voter.key.id if ids_only else voter.key for voter in after]
    return sum(key not in theirs for key in ours) + sum(key not in ours for key in theirs)


class VoterIdUnique(Invariant):
    """KIP-853 allows duplicate voter ids; Kafka does not."""

    name = "VoterIdUnique"
    meaning = "A voter set has one entry for each id."
    source = "VoterIdUnique (KIP-853 gaps)"
    coverage = "A leader wrote a set with an id that had another directory before."

    def watch(self) -> None:
        self._directories: dict[int, bytes | None] = {}
        self.cluster.hooks.effects[AppendControlRecords].append(self._appended)

    def _appended(self, node: SimulatedNode, effect: AppendControlRecords) -> None:
        for record in effect.records:
            if isinstance(record, Voters):
                keys = [voter.key for voter in record.voter_set]
                ids = {key.id for key in keys}
                self.ensure(len(ids) == len(keys), (node.node_id, record))
                for key in keys:
                    known = self._directories.setdefault(key.id, key.directory_id)
                    self.reached += known != key.directory_id
                    self._directories[key.id] = key.directory_id


class LatestSetInForce(Invariant):
    """The model reads the log; the replica must have read it in the same way."""

    name = "LatestSetInForce"
    meaning = (
        "The set in force is the last one in the log, committed or not, also after a truncation."
    )
    source = "LatestSetInForce (KIP-853 gaps)"
    coverage = "A truncation brought back an earlier voter set."

    def watch(self) -> None:
        """Subscribe to turns that change the voter set of the log."""
        self._members = model_of(self.cluster, Membership)
        self._checkd: dict[int, tuple[int, int]] = {}
        self.cluster.hooks.effects[TruncateLog].append(self._cut)
        self.cluster.hooks.moments[Moment.TURNED].append(self._turned)

    def _cut(self, node: SimulatedNode, _effect: TruncateLog) -> None:
        version = self._members.of(node).version
        known = self._checkd.get(node.node_id)
        self.reached += known is not None and known[0] == node.incarnation and version > known[1]

    def _turned(self, node: SimulatedNode) -> None:
        membership = self._members.of(node)
        seen = (node.incarnation, membership.version)
        if self._checkd.get(node.node_id) == seen:
            return
        self._checkd[node.node_id] = seen
        ours, theirs = membership.in_force, node.core.voters
        self.ensure(theirs == ours, (node.node_id, "has", theirs, "its log says", ours))


class AutoJoinObeysRemoval(Invariant):
    """KAFKA-19850. Java's controllers join again (kraft-facts 8.7)."""

    name = "AutoJoinObeysRemoval"
    meaning = "A replica that saw its own removal commit joins again only after a restart."
    source = "AutoJoinObeysRemoval (KIP-853 gaps)"
    coverage = "A replica that joins by itself saw its removal commit."

    def watch(self) -> None:
        """Subscribe to join requests sent, and to commits that removed replicas learn of."""
        self._members = model_of(self.cluster, Membership)
        self._seen: dict[int, tuple[int, int]] = {}
        self.cluster.hooks.effects[SendRequest].append(self._sent)
        if self.cluster.plan.auto_join:
            self.cluster.hooks.moments[Moment.TURNED].append(self._turned)

    def _is_removed(self, node: SimulatedNode) -> bool:
        membership = self._members.of(node)
        if membership.voter_at is None or is_in(membership.in_force, node.key):
            return False
        return membership.offset < node.high_watermark

    def _turned(self, node: SimulatedNode) -> None:
        mark = (node.incarnation, self._members.of(node).offset)
        if self._seen.get(node.node_id) != mark and self._is_removed(node):
            self._seen[node.node_id] = mark
            self.reached += 1

    def _sent(self, node: SimulatedNode, effect: SendRequest) -> None:
        request = effect.request
        if isinstance(request, AddRaftVoter | RemoveRaftVoter):
            self.ensure(not self._is_removed(node), (node.node_id, request))


class _Additions(Invariant):
    """Something about voters that a leader adds."""

    def watch(self) -> None:
        """Subscribe to appends of leaders; the model already has them, so keep the set before."""
        self._members = model_of(self.cluster, Membership)
        self.cluster.hooks.effects[AppendControlRecords].append(self._appended)

    def _appended(self, node: SimulatedNode, effect: AppendControlRecords) -> None:
        if not is_change(effect):
            return
        (voters,) = (each.voter_set for each in effect.records if isinstance(each, Voters))
        before = self._members.of(node).before(effect.base_offset)
        for voter in voters:
            if before.get(voter.id) is None:
                self.reached += 1
                self._check(node, voter.key)

    @abstractmethod
    def _check(self, node: SimulatedNode, added: ReplicaKey) -> None:
        """Check the voter that a leader adds."""


class VoterCaughtUp(_Additions):
    """LeaderState.isReplicaCaughtUp, by the fetches that the leader got in its epoch."""

    name = "VoterCaughtUp"
    meaning = "A voter that a leader adds has fetched from it and was at its log end in this epoch."
    source = "KIP-853 (AddRaftVoter waits for the new voter), REQUEST_TIMED_OUT in Kafka"
    coverage = "A leader added a voter."

    def watch(self) -> None:
        """Subscribe to fetches and their responses too."""
        super().watch()
        self._fetched: dict[tuple[int, int, ReplicaKey], tuple[int, bool]] = {}
        self._latest: tuple[tuple[int, int, ReplyTo], dict[Any, tuple[int, bool]]] | None = None
        """The latest Fetch (step, leader, reply), and the value of `_fetched` before it."""
        self.cluster.hooks.events[RequestReceived].append(self._received)
        self.cluster.hooks.effects[SendResponse].append(self._answered)

    def _received(self, node: SimulatedNode, event: RequestReceived) -> None:
        fetch, role = event.request, node.core.role
        if type(fetch) is not Fetch or type(role) is not Leader or fetch.epoch != role.epoch:
            return
        place = (node.node_id, role.epoch, fetch.replica)
        before = last_end, was_caught_up = self._fetched.get(place, (-1, False))
        end = node.log.end_offset
        is_at_end = fetch.fetch_offset >= end or 0 <= last_end <= fetch.fetch_offset
        self._fetched[place] = (end, was_caught_up or is_at_end)
        self._latest = (self.cluster.step, node.node_id, event.reply_to), {place: before}

    def _answered(self, node: SimulatedNode, effect: SendResponse) -> None:
        """Undo a Fetch without success: Kafka does not count it (updateReplicaState)."""
        response = effect.response
        if type(response) is not FetchResponse or self._latest is None:
            return
        fetch, before = self._latest
        is_sent_back = response.snapshot_id is not None or response.diverging is not None
        is_refused = is_sent_back or response.error is not ErrorCode.NONE
        if is_refused and fetch == (self.cluster.step, node.node_id, effect.reply_to):
            self._fetched.update(before)

    def _check(self, node: SimulatedNode, added: ReplicaKey) -> None:
        place = (node.node_id, node.core.role.epoch, added)
        _, is_caught_up = self._fetched.get(place, (-1, False))
        self.ensure(is_caught_up, (node.node_id, "adds", str(added), "which never caught up"))


class VoterProbed(_Additions):
    """The leader asks ApiVersions of the endpoint under which it adds a voter."""

    name = "VoterProbed"
    meaning = "A voter is added only after it answered the leader which kraft.versions it supports."
    source = "KIP-853 (AddRaftVoter, step of ApiVersions)"
    coverage = "A leader added a voter."

    def watch(self) -> None:
        """Subscribe to probes and their responses."""
        super().watch()
        self._asked: dict[tuple[int, int, int], int] = {}
        self._answered: dict[tuple[int, int], int] = {}
        self.cluster.hooks.effects[SendRequest].append(self._sent)
        self.cluster.hooks.events[ResponseReceived].append(self._received)

    def _sent(self, node: SimulatedNode, effect: SendRequest) -> None:
        if type(effect.request) is ApiVersions:
            place = (node.node_id, node.incarnation, effect.request_id)
            self._asked[place] = effect.to.id

    def _received(self, node: SimulatedNode, event: ResponseReceived) -> None:
        place = (node.node_id, node.incarnation, event.request_id)
        asked = self._asked.pop(place, None)
        if asked is not None and type(event.response) is ApiVersionsResponse:
            self._answered[node.node_id, asked] = node.core.role.epoch

    def _check(self, node: SimulatedNode, added: ReplicaKey) -> None:
        holds = self._answered.get((node.node_id, added.id)) == node.core.role.epoch
        self.ensure(holds, (node.node_id, "adds", str(added), "which did not answer a probe"))


class KraftVersionMonotonic(Invariant):
    """There is no way back to static voters."""

    name = "KraftVersionMonotonic"
    meaning = "The level of kraft.version never falls, and no voters are written below level 1."
    source = "KraftVersionMonotonic (KIP-853 gaps)"
    coverage = "The level of kraft.version was raised."

    def watch(self) -> None:
        """Subscribe to appends of leaders and to commits."""
        self._members = model_of(self.cluster, Membership)
        self._committed_level = self.cluster.kraft_level
        self.cluster.hooks.effects[AppendControlRecords].append(self._appended)
        self.cluster.hooks.commits.append(self._committed)

    def _appended(self, node: SimulatedNode, effect: AppendControlRecords) -> None:
        levels = [level for at, level in self._members.of(node).levels if at < effect.base_offset]
        level = levels[-1] if levels else self._members.of(node).base_level
        for record in effect.records:
            if isinstance(record, KRaftVersion):
                self.ensure(record.level >= level, (node.node_id, level, "then", record))
                self.reached += record.level > level
                level = record.level
            elif isinstance(record, Voters):
                self.ensure(level >= 1, (node.node_id, record, "at level", level))

    def _committed(self, _node: SimulatedNode, committed: CommittedEntry) -> None:
        for record in committed.entry.control_records:
            if isinstance(record, KRaftVersion):
                before, self._committed_level = self._committed_level, record.level
                self.ensure(record.level >= before, (before, "then", record))


class AnsweredIsCommitted(Invariant):
    """An operator goes on when the answer comes, and removes the next voter."""

    name = "AnsweredIsCommitted"
    meaning = (
        "A change of voters or of kraft.version is answered without error when its record is "
        "below the high watermark, and that of an addition that does not wait when it is written."
    )
    source = "KIP-853 (AddRaftVoter and RemoveRaftVoter wait for the commit)"
    coverage = "A change of voters was answered when it was committed."

    def watch(self) -> None:
        """Subscribe to requests for a change and to their responses."""
        self._members = model_of(self.cluster, Membership)
        self._asked: dict[tuple[int, int], AddRaftVoter | RemoveRaftVoter] = {}
        self._upgrades: dict[tuple[int, int, int], int] = {}
        hooks = self.cluster.hooks
        hooks.events[RequestReceived].append(self._received)
        hooks.events[UpgradeRequested].append(self._upgrade)
        hooks.effects[SendResponse].append(self._answered)
        hooks.effects[RejectAppend].append(self._upgraded)

    def _received(self, node: SimulatedNode, event: RequestReceived) -> None:
        if isinstance(event.request, AddRaftVoter | RemoveRaftVoter):
            self._asked[node.node_id, event.reply_to] = event.request

    def _answered(self, node: SimulatedNode, effect: SendResponse) -> None:
        response = effect.response
        if not isinstance(response, AddRaftVoterResponse | RemoveRaftVoterResponse):
            return
        request = self._asked.pop((node.node_id, effect.reply_to), None)
        if request is None or response.error is not ErrorCode.NONE:
            return
        membership = self._members.of(node)
        is_added = isinstance(request, AddRaftVoter)
        in_force = is_in(membership.in_force, request.voter)
        detail = (node.node_id, request, "at", membership.offset, "of", node.high_watermark)
        self.ensure(in_force is is_added, detail)
        if isinstance(request, RemoveRaftVoter) or request.ack_when_committed:
            self.ensure(membership.offset < node.high_watermark, detail)
            self.reached += 1

    def _upgrade(self, node: SimulatedNode, event: UpgradeRequested) -> None:
        if not event.validate_only:
            place = (node.node_id, node.incarnation, event.append_id)
            self._upgrades[place] = event.level

    def _upgraded(self, node: SimulatedNode, effect: RejectAppend) -> None:
        place = (node.node_id, node.incarnation, effect.append_id)
        level = self._upgrades.pop(place, None)
        if level is None or effect.error is not ErrorCode.NONE:
            return
        offset = next((at for at, _ in reversed(self._members.of(node).levels)), -1)
        self.ensure(offset < node.high_watermark, (node.node_id, "level", level, "at", offset))


class DescribeTruthful(Invariant):
    """Checks the information that operators act on."""

    name = "DescribeTruthful"
    meaning = (
        "DescribeQuorum answers with voters of the latest or a former latest set, the leader's "
        "own end as it is, and no replica ahead of it."
    )
    source = "DescribeTruthful (KIP-853 gaps)"
    coverage = "A leader was asked to describe the quorum."

    def watch(self) -> None:
        self._members = model_of(self.cluster, Membership)
        self.cluster.hooks.effects[SendResponse].append(self._answered)

    def _answered(self, node: SimulatedNode, effect: SendResponse) -> None:
        answer = effect.response
        if type(answer) is not DescribeQuorumResponse or answer.error is not ErrorCode.NONE:
            return
        self.reached += 1
        end = node.log.end_offset
        answered = tuple(sorted((each.key for each in answer.voters), key=lambda key: key.id))
        known = any(answered == _keys(voters) for voters in self._sets(node))
        self.ensure(known, (node.node_id, "answers with voters", answered))
        for status in (*answer.voters, *answer.observers):
            is_leader = status.key.id == node.node_id and status.key.directory_id in {
                None,
                node.directory_id,
            }
            holds = status.log_end_offset == end if is_leader else status.log_end_offset <= end
            self.ensure(holds, (node.node_id, "ends at", end, "tells", status))

    def _sets(self, node: SimulatedNode) -> list[VoterSet]:
        membership = self._members.of(node)
        return [membership.base, *(voters for _, voters, _ in membership.changes)]


def _keys(voters: VoterSet) -> tuple[object, ...]:
    return tuple(voter.key for voter in voters)
