"""Reference models that invariants share: ballots, voter sets, disks and snapshots of all nodes.

Each is derived from effects and events alone, never from the code under test.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING

from kraft_core.raft.consensus.effects import (
    AppendControlRecords,
    AppendRecords,
    DeleteSnapshots,
    ResetLog,
    SendResponse,
    StoreElection,
    TruncateLog,
)
from kraft_core.raft.consensus.events import RequestReceived, SnapshotStored, Started
from kraft_core.raft.consensus.roles import Follower, Leader
from kraft_core.raft.consensus.rpc import Vote, VoteResponse
from kraft_core.raft.consensus.values import Election, KRaftVersion, LeaderChange, Voters
from kraft_core.raft.consensus.voters import VoterSet
from kraft_core.sim.quorum.hooks import Moment
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.raft.consensus.roles import Role
    from kraft_core.raft.consensus.values import ControlRecord, ReplicaKey, SnapshotId
    from kraft_core.sim.quorum.cluster import Cluster
    from kraft_core.sim.quorum.ledger import CommittedEntry, Entry, ShadowLog
    from kraft_core.sim.quorum.node import SimulatedNode


@dataclass(frozen=True, slots=True)
class Ballot:
    """A vote request, its answer, the receiver's election before and after, its role before."""

    vote: Vote
    response: VoteResponse
    before: Election
    after: Election
    role: Role

    @property
    def is_fresh(self) -> bool:
        """Return True if the vote's epoch is new: the receiver had no leader and no vote in it."""
        return self.vote.epoch > self.before.epoch

    @property
    def is_sound(self) -> bool:
        """Return True if the answer is about the vote and not about a fault of the request."""
        return self.response.error is ErrorCode.NONE and self.response.top_error is ErrorCode.NONE


class Ballots:
    """Notifies observers of each ballot when its answer is sent."""

    def __init__(self, cluster: Cluster) -> None:
        self._observers: list[Callable[[SimulatedNode, Ballot], None]] = []
        self._open: dict[int, tuple[Vote, Election, Role]] = {}
        self._elections: dict[int, Election] = {}
        self._roles: dict[int, Role] = {}
        hooks = cluster.hooks
        hooks.roles.append(self._changed)
        hooks.events[Started].append(self._started)
        hooks.events[RequestReceived].append(self._received)
        hooks.effects[StoreElection].append(self._storing)
        hooks.effects[SendResponse].append(self._answered)

    def watch(self, observer: Callable[[SimulatedNode, Ballot], None]) -> None:
        self._observers.append(observer)

    def _started(self, node: SimulatedNode, event: Started) -> None:
        self._elections[node.node_id] = event.election or Election(0)
        self._roles[node.node_id] = node.core.role

    def _changed(self, node: SimulatedNode, _old: Role, new: Role) -> None:
        """Update after the event, so that a ballot begins with the role before it."""
        self._roles[node.node_id] = new

    def _received(self, node: SimulatedNode, event: RequestReceived) -> None:
        if type(event.request) is Vote:
            node_id = node.node_id
            before = (event.request, self._elections[node_id], self._roles[node_id])
            self._open[event.reply_to] = before

    def _storing(self, node: SimulatedNode, effect: StoreElection) -> None:
        self._elections[node.node_id] = effect.election

    def _answered(self, node: SimulatedNode, effect: SendResponse) -> None:
        if type(effect.response) is not VoteResponse:
            return
        asked = self._open.pop(effect.reply_to, None)
        if asked is None:
            return
        vote, before, role = asked
        ballot = Ballot(vote, effect.response, before, self._elections[node.node_id], role)
        for observer in self._observers:
            observer(node, ballot)


def is_addressee(node: SimulatedNode, vote: Vote) -> bool:
    """Return True if the request names that replica, or none."""
    if vote.voter_id < 0:
        return True
    return vote.voter_id == node.node_id and vote.voter_directory_id in {None, node.directory_id}


def hears_leader(node: SimulatedNode) -> bool:
    """Return True if the node leads, or follows a leader that has answered a Fetch."""
    role = node.core.role
    return isinstance(role, Leader) or (isinstance(role, Follower) and role.has_fetched)


def must_consent(node: SimulatedNode, ballot: Ballot) -> bool:
    """Return True if the receiver can refuse the vote only because of its log.

    Its fetch timeout may have expired unnoticed; until it notices, it still refuses pre-votes.
    """
    if ballot.is_fresh:
        return True
    if not ballot.vote.pre_vote or isinstance(ballot.role, Leader):
        return False
    if isinstance(ballot.role, Follower):
        is_due = node.clock.now_ms() >= ballot.role.fetch_deadline_ms
        return not ballot.role.has_fetched and not is_due
    return True


def log_end(log: ShadowLog, end_offset: int) -> tuple[int, int] | None:
    """Return (last epoch, end) of the log up to `end_offset`; None if the epoch is not known."""
    if end_offset <= 0:
        return (0, 0)
    last = log.entry_at(end_offset - 1)
    return None if last is None else (last.epoch, end_offset)


_offset = itemgetter(0)


def is_in(voters: VoterSet, key: ReplicaKey) -> bool:
    """Return True if that replica is a voter, by id and the entry's directory id, if any."""
    for voter in voters.voters:
        if voter.key.id == key.id:
            return voter.key.directory_id in {None, key.directory_id}
    return False


def majority_of(voters: VoterSet) -> int:
    """Return the number of voters in a majority."""
    return len(voters.voters) // 2 + 1


class NodeMembership:
    """The voter history in one node's log, from its start. `version` rises with each change.

    `changes` has (offset, set, whether it is the copy in a start-of-epoch batch).
    """

    def __init__(self, base: VoterSet, base_level: int) -> None:
        self.base = base
        self.base_level = base_level
        self.changes: list[tuple[int, VoterSet, bool]] = []
        self.levels: list[tuple[int, int]] = []
        self.version = 0
        self.voter_at: int | None = None
        """The offset of the last set that was in force in this incarnation and has the node."""

    @property
    def in_force(self) -> VoterSet:
        """The last set in the log, committed or not."""
        return self.changes[-1][1] if self.changes else self.base

    @property
    def offset(self) -> int:
        """The offset of the set in force; -1 if it is not in this log."""
        return self.changes[-1][0] if self.changes else -1

    @property
    def level(self) -> int:
        return self.levels[-1][1] if self.levels else self.base_level

    def removed_at(self, key: ReplicaKey) -> int | None:
        """Return the offset that removed that replica; None if it is a voter or never was one."""
        if is_in(self.in_force, key):
            return None
        removal = None
        for offset, voters, _ in reversed(self.changes):
            if is_in(voters, key):
                return removal
            removal = offset
        return removal if is_in(self.base, key) else None

    def before(self, offset: int) -> VoterSet:
        """Return the set in force before the record at that offset."""
        place = bisect_left(self.changes, offset, key=_offset)
        return self.changes[place - 1][1] if place else self.base

    def take(self, base_offset: int, records: tuple[ControlRecord, ...]) -> None:
        is_copy = isinstance(records[0], LeaderChange)
        for offset, record in enumerate(records, base_offset):
            if isinstance(record, Voters):
                self.changes.append((offset, record.voter_set, is_copy))
                self.version += 1
            elif isinstance(record, KRaftVersion):
                self.levels.append((offset, record.level))

    def truncate(self, end_offset: int) -> None:
        while self.changes and self.changes[-1][0] >= end_offset:
            self.changes.pop()
            self.version += 1
        while self.levels and self.levels[-1][0] >= end_offset:
            self.levels.pop()


class Membership:
    """All nodes' membership, and the committed history."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._nodes: dict[int, NodeMembership] = {}
        self.committed: list[tuple[int, VoterSet]] = []
        """(offset, set) of every set that is known to be committed."""
        self.committed_levels: list[tuple[int, int]] = []
        hooks = cluster.hooks
        hooks.events[Started].append(self._started)
        hooks.effects[AppendRecords].append(self._appended)
        hooks.effects[AppendControlRecords].append(self._appended_control)
        hooks.effects[TruncateLog].append(self._truncated)
        hooks.effects[ResetLog].append(self._reset)
        hooks.commits.append(self._committed)

    def of(self, node: SimulatedNode) -> NodeMembership:
        """Return the voter history in the log of that node, which has been started."""
        return self._nodes[node.node_id]

    def set_before(self, offset: int) -> VoterSet:
        """Return the committed set in force before the record at that offset."""
        place = bisect_left(self.committed, offset, key=_offset)
        return self.committed[place - 1][1] if place else self._cluster.first_voters

    def level_before(self, offset: int) -> int:
        """Return the committed level in force before the record at that offset."""
        place = bisect_left(self.committed_levels, offset, key=_offset)
        return self.committed_levels[place - 1][1] if place else self._cluster.kraft_level

    @property
    def latest_committed(self) -> VoterSet:
        """The last set that is known to be committed."""
        return self.committed[-1][1] if self.committed else self._cluster.first_voters

    def _started(self, node: SimulatedNode, _event: Started) -> None:
        log, cluster = node.log, self._cluster
        if log.start_offset > 0:
            base = self.set_before(log.start_offset)
            membership = NodeMembership(base, self.level_before(log.start_offset))
        elif not cluster.kraft_level:
            membership = NodeMembership(cluster.first_voters, 0)
        elif node.node_id in cluster.plan.voter_ids and not node.has_lost_disk:
            membership = NodeMembership(cluster.first_voters, cluster.kraft_level)
        else:
            membership = NodeMembership(VoterSet(), 0)
        self._nodes[node.node_id] = membership
        for entry in log.entries:
            if entry.control_records:
                membership.take(entry.base_offset, entry.control_records)
        self._remember(node, membership)

    def _appended(self, node: SimulatedNode, effect: AppendRecords) -> None:
        for batch in effect.batches:
            if batch.control_records:
                membership = self._nodes[node.node_id]
                membership.take(batch.base_offset, batch.control_records)
                self._remember(node, membership)

    def _appended_control(self, node: SimulatedNode, effect: AppendControlRecords) -> None:
        membership = self._nodes[node.node_id]
        membership.take(effect.base_offset, effect.records)
        self._remember(node, membership)

    def _truncated(self, node: SimulatedNode, _effect: TruncateLog) -> None:
        membership = self._nodes[node.node_id]
        membership.truncate(node.log.end_offset)
        if membership.voter_at is not None and membership.voter_at >= node.log.end_offset:
            membership.voter_at = None
        self._remember(node, membership)

    def _reset(self, node: SimulatedNode, effect: ResetLog) -> None:
        offset = effect.snapshot_id.offset
        before = self._nodes[node.node_id]
        membership = NodeMembership(self.set_before(offset), self.level_before(offset))
        membership.version = before.version + 1
        membership.voter_at = before.voter_at
        self._nodes[node.node_id] = membership
        self._remember(node, membership)

    def _remember(self, node: SimulatedNode, membership: NodeMembership) -> None:
        """Skip a configured set: it names no directories."""
        is_configured = not membership.changes and not membership.base_level
        if not is_configured and is_in(membership.in_force, node.key):
            membership.voter_at = membership.offset

    def _committed(self, _node: SimulatedNode, committed: CommittedEntry) -> None:
        entry = committed.entry
        for offset, record in enumerate(entry.control_records, entry.base_offset):
            if isinstance(record, Voters):
                self.committed.append((offset, record.voter_set))
            elif isinstance(record, KRaftVersion):
                self.committed_levels.append((offset, record.level))


@dataclass(frozen=True, slots=True)
class DiskState:
    """The known content of a disk: the log below `flushed_end`, and the election.

    `attempted` is the election that was last asked to be stored; it may have been, if the end came
    while that was done.
    """

    key: ReplicaKey
    log: ShadowLog
    flushed_end: int
    high_watermark: int
    election: Election | None
    attempted: Election | None


class Disks:
    """The disks of a cluster. A lost one counts as it was before its loss."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._stopped: dict[int, DiskState] = {}
        self._lost: dict[ReplicaKey, DiskState] = {}
        self._attempted: dict[int, Election] = {}
        hooks = cluster.hooks
        hooks.effects[StoreElection].append(self._storing)
        hooks.moments[Moment.STOPPED].append(self._stop)
        hooks.moments[Moment.DISK_LOST].append(self._lose)

    def at_stop(self, node: SimulatedNode) -> DiskState | None:
        """Return the content of its disk when it last ended; None for a new disk."""
        return self._stopped.get(node.node_id)

    def is_stored(self, key: ReplicaKey, entry: Entry) -> bool:
        """Return True if the replica has stored the batch durably, in its log or a snapshot."""
        node = self._cluster.nodes.get(key.id)
        if node is not None and key.directory_id in {None, node.directory_id}:
            return holds(node.log, node.flushed_end, entry)
        lost = self._lost.get(key)
        return lost is not None and holds(lost.log, lost.flushed_end, entry)

    def stored_count(self, voters: VoterSet, entry: Entry) -> int:
        """Return the number of those voters that have stored the batch durably."""
        return sum(self.is_stored(voter.key, entry) for voter in voters.voters)

    def _storing(self, node: SimulatedNode, effect: StoreElection) -> None:
        self._attempted[node.node_id] = effect.election

    def _stop(self, node: SimulatedNode) -> None:
        self._stopped[node.node_id] = DiskState(
            node.key,
            node.log,
            node.flushed_end,
            node.high_watermark,
            node.stored_election,
            self._attempted.get(node.node_id),
        )

    def _lose(self, node: SimulatedNode) -> None:
        lost = self._stopped.pop(node.node_id, None)
        if lost is not None:
            self._lost[lost.key] = lost
        self._attempted.pop(node.node_id, None)


def holds(log: ShadowLog, flushed_end: int, entry: Entry) -> bool:
    """Return True if a log flushed up to there has that batch, or a snapshot that includes it."""
    if log.start_offset >= entry.end_offset:
        return True
    if flushed_end < entry.end_offset:
        return False
    own = log.entry_at(entry.base_offset)
    return own is not None and own.digest == entry.digest and own.epoch == entry.epoch


class Shelf:
    """The snapshots of one node, without the bootstrap snapshot."""

    def __init__(self) -> None:
        self.snapshots: dict[int, SnapshotId] = {}
        """By end offset."""

    @property
    def end_offset(self) -> int:
        """The highest end offset."""
        return max(self.snapshots, default=0)


class Shelves:
    def __init__(self, cluster: Cluster) -> None:
        self._shelves: dict[int, Shelf] = {}
        hooks = cluster.hooks
        hooks.events[Started].append(self._started)
        hooks.events[SnapshotStored].append(self._stored)
        hooks.effects[DeleteSnapshots].append(self._deleted)

    def of(self, node: SimulatedNode) -> Shelf:
        """Return the snapshots of that node."""
        return self._shelves[node.node_id]

    def _started(self, node: SimulatedNode, event: Started) -> None:
        shelf = self._shelves[node.node_id] = Shelf()
        for stored in event.snapshots:
            self._put(shelf, stored.snapshot_id)

    def _stored(self, node: SimulatedNode, event: SnapshotStored) -> None:
        self._put(self.of(node), event.snapshot_id)

    def _put(self, shelf: Shelf, snapshot_id: SnapshotId) -> None:
        if snapshot_id.offset > 0:
            shelf.snapshots[snapshot_id.offset] = snapshot_id

    def _deleted(self, node: SimulatedNode, effect: DeleteSnapshots) -> None:
        shelf = self.of(node)
        for offset in [each for each in shelf.snapshots if each < effect.before.offset]:
            del shelf.snapshots[offset]
