"""Commits: high watermarks rise, rest on majorities, and what they promise is not lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.effects import AdvanceHighWatermark, ResetLog, TruncateLog
from kraft_core.consensus.events import RequestReceived, Started
from kraft_core.consensus.roles import Leader, Resigned
from kraft_core.consensus.rpc import Fetch
from kraft_core.simulation.hooks import Moment
from kraft_core.simulation.invariants.disk_twin import Disks
from kraft_core.simulation.invariants.invariant import Invariant
from kraft_core.simulation.invariants.membership_twin import Membership, is_in, majority_of
from kraft_core.simulation.invariants.twins import twin

if TYPE_CHECKING:
    from kraft_core.consensus.voters import VoterSet
    from kraft_core.simulation.ledger import CommittedEntry
    from kraft_core.simulation.node import SimulatedNode
    from kraft_core.simulation.shadow_log import Entry


def _is_leading(node: SimulatedNode) -> bool:
    """Whether it leads, or led until this very event."""
    return isinstance(node.core.role, Leader | Resigned)


class MonotonicHighWatermark(Invariant):
    """Of every replica while it runs, and of leaders from epoch to epoch."""

    name = "MonotonicHighWatermark"
    meaning = "A high watermark never falls, and a leader's is not below that of an earlier epoch."
    source = "MonotonicHighWatermark (Kafka), Monotonic Commit (openraft)"
    twin = "A leader committed after one of an earlier epoch had."

    def watch(self) -> None:
        """High watermarks."""
        self._known: dict[int, int] = {}
        self._by_epoch: dict[int, int] = {}
        self.cluster.hooks.events[Started].append(self._started)
        self.cluster.hooks.effects[AdvanceHighWatermark].append(self._advanced)

    def _started(self, node: SimulatedNode, _event: Started) -> None:
        self._known[node.node_id] = 0

    def _advanced(self, node: SimulatedNode, effect: AdvanceHighWatermark) -> None:
        offset, before = effect.offset, self._known[node.node_id]
        self.ensure(offset >= before, (node.node_id, "from", before, "to", offset))
        self._known[node.node_id] = offset
        if isinstance(node.core.role, Leader):
            self._judge_leader(node.core.role.epoch, offset)

    def _judge_leader(self, epoch: int, offset: int) -> None:
        if epoch not in self._by_epoch:
            for earlier, highest in self._by_epoch.items():
                if earlier < epoch:
                    self.reached += 1
                    self.ensure(offset >= highest, f"{offset} in {epoch}, {highest} in {earlier}")
        self._by_epoch[epoch] = offset


class CommitInOwnEpoch(Invariant):
    """Raft's figure 8: an earlier epoch's record is committed by one of the leader's own."""

    name = "CommitInOwnEpoch"
    meaning = "What a leader commits ends with a record of its own epoch."
    source = "KIP-595 (commit rule of a new epoch), Raft 5.4.2"
    twin = "A leader committed records of an earlier epoch with one of its own."

    def watch(self) -> None:
        """High watermarks of leaders."""
        self.cluster.hooks.commits.append(self._committed)
        self.cluster.hooks.effects[AdvanceHighWatermark].append(self._advanced)

    def _advanced(self, node: SimulatedNode, effect: AdvanceHighWatermark) -> None:
        if not _is_leading(node):
            return
        epoch, last = node.core.role.epoch, node.log.entry_at(effect.offset - 1)
        if last is None:
            return
        self.ensure(last.epoch == epoch, (node.node_id, epoch, "commits up to", last))

    def _committed(self, _node: SimulatedNode, committed: CommittedEntry) -> None:
        self.reached += committed.entry.epoch < committed.epoch


class LeaderOutsideSet(Invariant):
    """KIP-853: a leader that was removed leads until its removal is committed."""

    name = "LeaderOutsideSet"
    meaning = (
        "A leader outside the set in force does not count itself, and resigns when the set is "
        "committed."
    )
    source = "LeaderOutsideSet (KIP-853 gaps)"
    twin = "A leader outside the set in force committed something."

    def watch(self) -> None:
        """High watermarks of leaders, and the turns after."""
        self._members = twin(self.cluster, Membership)
        self._disks = twin(self.cluster, Disks)
        self._removed: dict[int, bool] = {}
        self.cluster.hooks.effects[AdvanceHighWatermark].append(self._advanced)
        self.cluster.hooks.moments[Moment.TURNED].append(self._turned)

    def _advanced(self, node: SimulatedNode, effect: AdvanceHighWatermark) -> None:
        if not _is_leading(node):
            return
        membership = self._members.of(node)
        voters, last = membership.in_force, node.log.entry_at(effect.offset - 1)
        if last is None or is_in(voters, node.key) or membership.offset >= effect.offset:
            return
        self.reached += 1
        count = self._disks.stored_count(voters, last)
        self.ensure(count >= majority_of(voters), f"{count} of {voters.ids} have {last}")
        self._removed[node.node_id] = True

    def _turned(self, node: SimulatedNode) -> None:
        if self._removed and self._removed.pop(node.node_id, False):
            still = isinstance(node.core.role, Leader)
            outside = not is_in(self._members.of(node).in_force, node.key)
            self.ensure(not (still and outside), f"removed leader {node.node_id} leads on")


class RightMajority(Invariant):
    """A lost disk counts as it was before its loss.

    Between the last committed set and an uncommitted one either majority may commit; from the first
    record on that the new set has committed, the new one alone.
    """

    name = "RightMajority"
    meaning = "Each committed record was durable on a majority of a set that may commit it."
    source = (
        "RightMajority (KIP-853 gaps), MajorityReachedHighWatermark (Kafka), "
        "CommittedEntriesReachMajority (PullRaft), Committed On Quorum (openraft), QuorumLogInv, "
        "CommittedIsDurableInv (etcd)"
    )
    twin = "Something was committed while a voter set was not committed."

    def watch(self) -> None:
        """High watermarks of leaders."""
        self._members = twin(self.cluster, Membership)
        self._disks = twin(self.cluster, Disks)
        self.cluster.hooks.effects[AdvanceHighWatermark].append(self._advanced)

    def _advanced(self, node: SimulatedNode, effect: AdvanceHighWatermark) -> None:
        if not _is_leading(node):
            return
        last = node.log.entry_at(effect.offset - 1)
        if last is None:
            return
        membership = self._members.of(node)
        voters, offset = membership.in_force, membership.offset
        holds = self._is_majority(voters, last)
        if offset >= effect.offset:
            self.reached += 1
            holds = holds or self._is_majority(membership.before(offset), last)
        elif offset >= last.base_offset:
            self.reached += 1
        self.ensure(holds, (node.node_id, "commits", last, "without a majority of", voters.ids))

    def _is_majority(self, voters: VoterSet, last: Entry) -> bool:
        return self._disks.stored_count(voters, last) >= majority_of(voters)


class ForeignDirectoryNotCounted(Invariant):
    """A replaced disk is another replica."""

    name = "ForeignDirectoryNotCounted"
    meaning = "A fetch under a voter's id from another directory is none of that voter."
    source = "ForeignDirectoryNotCounted (KIP-853 gaps)"
    twin = "Such a fetch came."

    def watch(self) -> None:
        """Fetches that leaders take."""
        self.cluster.hooks.events[RequestReceived].append(self._received)

    def _received(self, node: SimulatedNode, event: RequestReceived) -> None:
        fetch = event.request
        if type(fetch) is not Fetch or type(node.core.role) is not Leader:
            return
        sender = self.cluster.nodes.get(fetch.replica.id)
        if sender is None or not sender.has_lost_disk:
            return
        voter = node.core.role.progress.voters.get(fetch.replica.id)
        foreign = fetch.replica.directory_id
        if voter is None or voter.key.directory_id in {None, foreign}:
            return
        self.reached += 1
        holds = voter.fetching_directory != foreign
        self.ensure(holds, f"leader {node.node_id} counts {fetch.replica} for {voter.key}")


class AckedValueNotLost(Invariant):
    """Judged wherever something goes from a disk."""

    name = "AckedValueNotLost"
    meaning = "What is committed stays on a disk that is not lost, and no replica gives it up."
    source = "AckedValueNotLost (kip_853), Durability (kip_996), NoCommittedRecordLostGlobally"
    twin = "A disk was lost, or a power loss took what had not been durable."

    def watch(self) -> None:
        """Starts, lost disks, cuts and resets."""
        self._members = twin(self.cluster, Membership)
        self._disks = twin(self.cluster, Disks)
        hooks = self.cluster.hooks
        hooks.moments[Moment.DISK_LOST].append(self._lost)
        hooks.moments[Moment.STARTED].append(self._started)
        hooks.effects[TruncateLog].append(self._cut)
        hooks.effects[ResetLog].append(self._reset)

    def _lost(self, node: SimulatedNode) -> None:
        self.reached += 1
        self._judge(node, "lost its disk")

    def _started(self, node: SimulatedNode) -> None:
        stopped = self._disks.at_stop(node)
        self.reached += stopped is not None and stopped.log.end_offset > node.log.end_offset
        self._judge(node, "started")

    def _cut(self, node: SimulatedNode, effect: TruncateLog) -> None:
        self._judge(node, effect)

    def _reset(self, node: SimulatedNode, effect: ResetLog) -> None:
        """A snapshot that reaches less far takes something away."""
        kept = effect.snapshot_id.offset >= node.high_watermark
        self.ensure(kept, (node.node_id, effect, "committed", node.high_watermark))
        self._judge(node, effect)

    def _judge(self, node: SimulatedNode, cause: object) -> None:
        if not self.cluster.ledger.committed:
            return
        last = self.cluster.ledger.committed[-1].entry
        nodes = self.cluster.nodes
        for voter in self._members.latest_committed:
            holder = nodes.get(voter.key.id)
            is_kept = holder is not None and voter.key.directory_id in {None, holder.directory_id}
            if is_kept and self._disks.is_stored(voter.key, last):
                self.evaluations += 1
                return
        self.ensure(holds=False, detail=f"no voter has {last} since node {node.node_id}: {cause}")
