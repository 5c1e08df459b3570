"""Voter sets and levels of kraft.version, by node, read off the logs; and those that are committed.

What a node is formatted with counts until its log says otherwise. What stands below the start of a
log was committed, so it is looked up among what the cluster has committed.
"""

from __future__ import annotations

from bisect import bisect_left
from operator import itemgetter
from typing import TYPE_CHECKING

from kraft_core.consensus.effects import AppendControlRecords, AppendRecords, ResetLog, TruncateLog
from kraft_core.consensus.events import Started
from kraft_core.consensus.values import KRaftVersion, LeaderChange, Voters
from kraft_core.consensus.voters import VoterSet

if TYPE_CHECKING:
    from kraft_core.consensus.values import ControlRecord, ReplicaKey
    from kraft_core.simulation.cluster import Cluster
    from kraft_core.simulation.ledger import CommittedEntry
    from kraft_core.simulation.node import SimulatedNode

_offset = itemgetter(0)


def is_in(voters: VoterSet, key: ReplicaKey) -> bool:
    """Whether that replica votes: id and directory id, the latter unless the entry names none."""
    for voter in voters.voters:
        if voter.key.id == key.id:
            return voter.key.directory_id in {None, key.directory_id}
    return False


def majority_of(voters: VoterSet) -> int:
    """More than half."""
    return len(voters.voters) // 2 + 1


class NodeMembership:
    """What one node's log says, from where it starts. `version` rises with each change.

    `changes` has (offset, set, whether it is the copy in a start-of-epoch batch).
    """

    def __init__(self, base: VoterSet, base_level: int) -> None:
        self.base = base
        self.base_level = base_level
        self.changes: list[tuple[int, VoterSet, bool]] = []
        self.levels: list[tuple[int, int]] = []
        self.version = 0
        self.voter_at: int | None = None
        """Where the last set stands that was in force in this life and has the node."""

    @property
    def in_force(self) -> VoterSet:
        """The last set in the log, committed or not."""
        return self.changes[-1][1] if self.changes else self.base

    @property
    def offset(self) -> int:
        """Where the set in force was written; -1 if it is not in this log."""
        return self.changes[-1][0] if self.changes else -1

    @property
    def level(self) -> int:
        """The level in force."""
        return self.levels[-1][1] if self.levels else self.base_level

    def removed_at(self, key: ReplicaKey) -> int | None:
        """Where the set in force lost that replica; None if it has it or never had it."""
        if is_in(self.in_force, key):
            return None
        removal = None
        for offset, voters, _ in reversed(self.changes):
            if is_in(voters, key):
                return removal
            removal = offset
        return removal if is_in(self.base, key) else None

    def before(self, offset: int) -> VoterSet:
        """The set in force before the record at that offset."""
        place = bisect_left(self.changes, offset, key=_offset)
        return self.changes[place - 1][1] if place else self.base

    def take(self, base_offset: int, records: tuple[ControlRecord, ...]) -> None:
        """Read a control batch."""
        is_copy = isinstance(records[0], LeaderChange)
        for offset, record in enumerate(records, base_offset):
            if isinstance(record, Voters):
                self.changes.append((offset, record.voter_set, is_copy))
                self.version += 1
            elif isinstance(record, KRaftVersion):
                self.levels.append((offset, record.level))

    def truncate(self, end_offset: int) -> None:
        """Forget what is cut off."""
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
        """What that node's log says. It has been started."""
        return self._nodes[node.node_id]

    def set_before(self, offset: int) -> VoterSet:
        """The committed set in force before the record at that offset."""
        place = bisect_left(self.committed, offset, key=_offset)
        return self.committed[place - 1][1] if place else self._cluster.first_voters

    def level_before(self, offset: int) -> int:
        """The committed level in force before the record at that offset."""
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
        """A configured set does not count: it names no directories."""
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
