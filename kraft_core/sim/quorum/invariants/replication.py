"""Logs and commits: equal where they must be, on majorities, durable before they are claimed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.raft.consensus.effects import (
    AdvanceHighWatermark,
    AppendControlRecords,
    AppendRecords,
    ResetLog,
    SendRequest,
    TruncateLog,
)
from kraft_core.raft.consensus.events import RequestReceived, Started
from kraft_core.raft.consensus.roles import Leader, Resigned
from kraft_core.raft.consensus.rpc import Fetch, Vote
from kraft_core.sim.quorum.hooks import Moment
from kraft_core.sim.quorum.invariants.invariant import Invariant, model_of
from kraft_core.sim.quorum.invariants.models import (
    Disks,
    Membership,
    holds,
    is_in,
    log_end,
    majority_of,
)

if TYPE_CHECKING:
    from kraft_core.raft.consensus.roles import Role
    from kraft_core.raft.consensus.voters import VoterSet
    from kraft_core.sim.quorum.ledger import CommittedEntry, Entry
    from kraft_core.sim.quorum.node import SimulatedNode


class LogMatching(Invariant):
    """By induction: an offset and an epoch name one batch, and the epoch of the one before it."""

    name = "LogMatching"
    meaning = "Two logs that have a batch of the same offset and epoch are equal up to it."
    source = "LogMatching (kip_996), Log Matching (openraft), log_matching (krabka), LogMatchingInv"
    coverage = "A replica truncated batches that another log does not have."

    def watch(self) -> None:
        self._batches: dict[tuple[int, int], tuple[int, int, int]] = {}
        hooks = self.cluster.hooks
        hooks.effects[AppendRecords].append(self._appended)
        hooks.effects[AppendControlRecords].append(self._appended_control)
        hooks.effects[TruncateLog].append(self._cut)

    def _appended(self, node: SimulatedNode, effect: AppendRecords) -> None:
        self._check(node, len(effect.batches))

    def _appended_control(self, node: SimulatedNode, _effect: AppendControlRecords) -> None:
        self._check(node, 1)

    def _cut(self, _node: SimulatedNode, _effect: TruncateLog) -> None:
        self.reached += 1

    def _check(self, node: SimulatedNode, count: int) -> None:
        entries, batches = node.log.entries, self._batches
        for place in range(len(entries) - count, len(entries)):
            entry = entries[place]
            before = entries[place - 1].epoch if place else -1
            seen = (entry.digest, entry.last_offset, before)
            known = batches.setdefault((entry.base_offset, entry.epoch), seen)
            self.evaluations += 1
            if known != seen and (known[:2] != seen[:2] or -1 not in {known[2], before}):
                self.ensure(holds=False, detail=(node.node_id, str(entry), seen, "known", known))


class LeaderCompleteness(Invariant):
    """Checked when a leader is elected, and when one of an older epoch commits."""

    name = "LeaderCompleteness"
    meaning = "A leader's log has everything that was committed in earlier epochs."
    source = (
        "LeaderHasAllAckedValues (kip_853, KRaft), LeaderCompleteness (kip_996), Leader "
        "Completeness (openraft), LeaderCompletenessInv (etcd)"
    )
    coverage = "A leader was elected that did not know of all that is committed."

    def watch(self) -> None:
        self._leader: tuple[int, int] = (-1, -1)
        self.cluster.hooks.roles.append(self._changed)
        self.cluster.hooks.commits.append(self._committed)

    def _changed(self, node: SimulatedNode, _old: Role, new: Role) -> None:
        if not isinstance(new, Leader):
            return
        self._leader = max(self._leader, (new.epoch, node.node_id))
        ledger, known_end = self.cluster.ledger, node.high_watermark
        self.reached += ledger.end_offset > known_end
        for committed in reversed(ledger.committed):
            if committed.entry.end_offset <= known_end:
                break
            if committed.epoch < new.epoch:
                self._check(node, committed)

    def _committed(self, _node: SimulatedNode, committed: CommittedEntry) -> None:
        epoch, node_id = self._leader
        if committed.epoch >= epoch:
            return
        leader = self.cluster.nodes[node_id]
        if leader.is_up and isinstance(leader.core.role, Leader):
            self._check(leader, committed)

    def _check(self, node: SimulatedNode, committed: CommittedEntry) -> None:
        has_it = holds(node.log, node.log.end_offset, committed.entry)
        self.ensure(has_it, f"leader {node.node_id} lacks {committed.entry}")


class NoLogDivergence(Invariant):
    """Against what was first known to be committed."""

    name = "NoLogDivergence"
    meaning = (
        "Logs are equal up to the smaller high watermark, and are never truncated below their own."
    )
    source = (
        "NoLogDivergence (kip_853, KRaft), Committed Immutable (openraft), "
        "committed_values_unique (krabka), LogInv (etcd)"
    )
    coverage = (
        "A replica learned that its records are committed after another replica had learned it."
    )

    def watch(self) -> None:
        """Subscribe to high watermarks and truncations."""
        self._checkd: dict[int, int] = {}
        self.cluster.hooks.events[Started].append(self._started)
        self.cluster.hooks.effects[AdvanceHighWatermark].append(self._advanced)
        self.cluster.hooks.effects[TruncateLog].append(self._cut)

    def _started(self, node: SimulatedNode, _event: Started) -> None:
        self._checkd[node.node_id] = 0

    def _advanced(self, node: SimulatedNode, effect: AdvanceHighWatermark) -> None:
        ledger, log = self.cluster.ledger, node.log
        for entry in log.between(self._checkd[node.node_id], effect.offset):
            known = ledger.find(entry.base_offset).entry
            if known is not entry:
                self.reached += 1
                is_equal = known.digest == entry.digest and known.epoch == entry.epoch
                self.ensure(is_equal, (node.node_id, entry, "committed", known))
        self._checkd[node.node_id] = effect.offset

    def _cut(self, node: SimulatedNode, effect: TruncateLog) -> None:
        end, committed = effect.end_offset, node.high_watermark
        self.ensure(
            end >= committed, f"node {node.node_id} truncates to {end}, committed {committed}"
        )


class ConsistentCommittedData(Invariant):
    """Checks the content of state machines, from the log or from a snapshot."""

    name = "ConsistentCommittedData"
    meaning = "State machines that have applied up to the same offset hold the same state."
    source = "ConsistentCommittedData (Kafka), State Machine Safety (openraft), ConsistentRead"
    coverage = "Two state machines stopped at the same offset."

    def watch(self) -> None:
        self._first: dict[int, int] = {}
        self.cluster.hooks.applied.append(self._applied)

    def _applied(self, node: SimulatedNode, end_offset: int, digest: int) -> None:
        first = self._first.setdefault(end_offset, node.node_id)
        if first != node.node_id:
            self.reached += 1
        known = self.cluster.ledger.state_digest_at(end_offset)
        self.ensure(known == digest, (node.node_id, "and", first, "differ at", end_offset))


def _is_leading(node: SimulatedNode) -> bool:
    """Return True if the node leads, or led until this event."""
    return isinstance(node.core.role, Leader | Resigned)


class MonotonicHighWatermark(Invariant):
    """Of every replica while it runs, and of leaders from epoch to epoch."""

    name = "MonotonicHighWatermark"
    meaning = "A high watermark never falls, and a leader's is not below that of an earlier epoch."
    source = "MonotonicHighWatermark (Kafka), Monotonic Commit (openraft)"
    coverage = "A leader committed after one of an earlier epoch had."

    def watch(self) -> None:
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
            self._check_leader(node.core.role.epoch, offset)

    def _check_leader(self, epoch: int, offset: int) -> None:
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
    coverage = "A leader committed records of an earlier epoch with one of its own."

    def watch(self) -> None:
        """Subscribe to high watermarks of leaders."""
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
    coverage = "A leader outside the set in force committed something."

    def watch(self) -> None:
        """Subscribe to high watermarks and ends of turns."""
        self._members = model_of(self.cluster, Membership)
        self._disks = model_of(self.cluster, Disks)
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

    Between the last committed set and an uncommitted one either majority can commit; from the first
    record on that the new set has committed, the new one alone.
    """

    name = "RightMajority"
    meaning = "Each committed record was durable on a majority of a set that may commit it."
    source = (
        "RightMajority (KIP-853 gaps), MajorityReachedHighWatermark (Kafka), "
        "CommittedEntriesReachMajority (PullRaft), Committed On Quorum (openraft), QuorumLogInv, "
        "CommittedIsDurableInv (etcd)"
    )
    coverage = "Something was committed while a voter set was not committed."

    def watch(self) -> None:
        """Subscribe to high watermarks of leaders."""
        self._members = model_of(self.cluster, Membership)
        self._disks = model_of(self.cluster, Disks)
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
    """Checks that a replaced disk is another replica."""

    name = "ForeignDirectoryNotCounted"
    meaning = "A fetch under a voter's id from another directory does not count for that voter."
    source = "ForeignDirectoryNotCounted (KIP-853 gaps)"
    coverage = "Such a fetch arrived."

    def watch(self) -> None:
        """Subscribe to fetches that leaders accept."""
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
    """Checked wherever something goes from a disk."""

    name = "AckedValueNotLost"
    meaning = "Committed records stay on a disk that is not lost, and no replica drops them."
    source = "AckedValueNotLost (kip_853), Durability (kip_996), NoCommittedRecordLostGlobally"
    coverage = "A disk was lost, or a power loss took data that was not durable."

    def watch(self) -> None:
        """Subscribe to starts, lost disks, truncations and resets."""
        self._members = model_of(self.cluster, Membership)
        self._disks = model_of(self.cluster, Disks)
        hooks = self.cluster.hooks
        hooks.moments[Moment.DISK_LOST].append(self._lost)
        hooks.moments[Moment.STARTED].append(self._started)
        hooks.effects[TruncateLog].append(self._cut)
        hooks.effects[ResetLog].append(self._reset)

    def _lost(self, node: SimulatedNode) -> None:
        self.reached += 1
        self._check(node, "lost its disk")

    def _started(self, node: SimulatedNode) -> None:
        stopped = self._disks.at_stop(node)
        self.reached += stopped is not None and stopped.log.end_offset > node.log.end_offset
        self._check(node, "started")

    def _cut(self, node: SimulatedNode, effect: TruncateLog) -> None:
        self._check(node, effect)

    def _reset(self, node: SimulatedNode, effect: ResetLog) -> None:
        """Note what a snapshot with a lower end removes."""
        kept = effect.snapshot_id.offset >= node.high_watermark
        self.ensure(kept, (node.node_id, effect, "committed", node.high_watermark))
        self._check(node, effect)

    def _check(self, node: SimulatedNode, cause: object) -> None:
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


class FlushBeforeFetch(Invariant):
    name = "FlushBeforeFetch"
    meaning = "The offset that a replica fetches from is the end of its log, and durable."
    source = "FlushBeforeFetch (KIP-853 gaps), KAFKA-17332"
    coverage = "A replica fetched while some of its peers' records had just become durable here."

    def watch(self) -> None:
        self._last: dict[int, int] = {}
        self.cluster.hooks.effects[SendRequest].append(self._sent)

    def _sent(self, node: SimulatedNode, effect: SendRequest) -> None:
        fetch = effect.request
        if type(fetch) is not Fetch:
            return
        offset = fetch.fetch_offset
        self.reached += offset > self._last.get(node.node_id, 0)
        self._last[node.node_id] = offset
        self.evaluations += 1
        if not offset == node.log.end_offset == node.flushed_end:
            ends = (node.log.end_offset, node.flushed_end)
            self.ensure(holds=False, detail=(str(node.key), "fetches from", offset, "has", ends))


class ClaimOnlyDurable(Invariant):
    """A candidate's log end is a claim, too."""

    name = "ClaimOnlyDurable"
    meaning = "No vote request states a log end that is not there or not durable."
    source = "ClaimOnlyDurable (KIP-853 gaps)"
    coverage = "A replica asked for votes with a log that is not empty."

    def watch(self) -> None:
        self.cluster.hooks.effects[SendRequest].append(self._sent)

    def _sent(self, node: SimulatedNode, effect: SendRequest) -> None:
        vote = effect.request
        if type(vote) is not Vote:
            return
        self.reached += vote.last_offset > 0
        real = log_end(node.log, vote.last_offset)
        is_real = real is None or real == (vote.last_offset_epoch, vote.last_offset)
        holds = vote.last_offset <= node.flushed_end and is_real
        self.ensure(holds, (str(node.key), vote, "flushed", node.flushed_end, "log", real))
