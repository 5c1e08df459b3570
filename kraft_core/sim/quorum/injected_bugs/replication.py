"""Wrong commits, wrong disks, and operators who lose too many of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kraft_core.raft.consensus import commit, replication
from kraft_core.raft.consensus.commit import raise_follower_commit
from kraft_core.raft.consensus.effects import AdvanceHighWatermark, ResetLog
from kraft_core.raft.consensus.log import SnapshotCatalog, StoredSnapshot, Valid
from kraft_core.raft.consensus.progress import Progress
from kraft_core.raft.consensus.roles import Leader
from kraft_core.raft.consensus.state import CoreState
from kraft_core.raft.consensus.values import BOOTSTRAP_SNAPSHOT_ID
from kraft_core.raft.replica.appends import AppendOutcome, AppendsInFlight
from kraft_core.raft.replica.applying import Applier
from kraft_core.raft.replica.performing import Performer
from kraft_core.raft.storage import batch_scan, election_file, log_files
from kraft_core.raft.storage.election_file import ElectionFile
from kraft_core.raft.storage.files import Trash
from kraft_core.raft.storage.retention import LogRetention
from kraft_core.raft.storage.segment import Segment
from kraft_core.sim.quorum.node import SimulatedNode
from kraft_core.sim.quorum.steps import tolerance
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_core.raft.consensus.log import LogView, Validation
    from kraft_core.raft.consensus.requests import RequestInFlight
    from kraft_core.raft.consensus.rpc import Fetch, FetchResponse
    from kraft_core.raft.consensus.values import Election, Payload
    from kraft_core.raft.storage.files import Folder
    from kraft_core.sim.quorum.injected_bugs.patch import Patch


def claims_what_is_not_flushed(patch: Patch) -> None:
    """Send fetches and vote requests before the log is durable."""
    patch.set(CoreState, "may_claim", property(lambda core: core.installation is None))


def counts_its_own_unflushed_end(patch: Patch) -> None:
    """Count the leader's own log end as durable."""
    right = commit.advance_commit

    def wrong(core: CoreState, leader: Leader) -> None:
        flushed, core.log.flushed_end = core.log.flushed_end, core.log.end_offset
        try:
            right(core, leader)
        finally:
            core.log.flushed_end = flushed

    patch.everywhere(right, wrong)


def commits_with_a_minority(patch: Patch) -> None:
    """Commit the highest offset instead of the majority's."""

    def highest(progress: Progress) -> int | None:
        offsets = [each.end_offset for each in progress.voters.values()]
        return max((each for each in offsets if each is not None), default=None)

    patch.set(Progress, "majority_offset", highest)


def needs_every_voter_to_append(patch: Patch) -> None:
    """Refuse appends while some voter has not fetched for a fetch timeout."""
    right = commit.on_append

    def wrong(core: CoreState, event: Any) -> None:
        leader = core.role
        if isinstance(leader, Leader):
            own, since_ms = leader.progress.own, core.now_ms - core.config.fetch_timeout_ms
            seen = [v.last_fetch_at_ms for v in leader.progress.voters.values() if v is not own]
            if any(each is None or each < since_ms for each in seen):
                commit.reject_append(core, event.append_id, ErrorCode.NOT_CONTROLLER)
                return
        right(core, event)

    patch.everywhere(right, wrong)


def takes_no_more_appends(patch: Patch) -> None:
    """Refuse appends once the leader's log has more than 40 records."""
    right = commit.on_append

    def wrong(core: CoreState, event: Any) -> None:
        if core.log.end_offset > 40:
            commit.reject_append(core, event.append_id, ErrorCode.NOT_CONTROLLER)
        else:
            right(core, event)

    patch.everywhere(right, wrong)


def serves_voters_only(patch: Patch) -> None:
    """Leave the fetches of observers unanswered."""
    right = replication.on_fetch

    def wrong(core: CoreState, reply_to: Any, listener: str, fetch: Fetch) -> None:
        leader = core.role
        if not isinstance(leader, Leader) or leader.progress.voter_for(fetch.replica) is not None:
            right(core, reply_to, listener, fetch)

    patch.everywhere(right, wrong)


def ignores_its_reserve(patch: Patch) -> None:
    """Keep the replica from learning that its disk is nearly full."""

    def wrong(node: SimulatedNode) -> None:
        node.lacks_room = node.disk.lacks_room

    patch.set(SimulatedNode, "look_for_room", wrong)


def leads_without_room(patch: Patch) -> None:
    """Refuse appends with a nearly full disk and continue to lead."""

    def wrong(node: SimulatedNode) -> None:
        node.lacks_room = node.replica.lacks_room = node.disk.lacks_room

    patch.set(SimulatedNode, "look_for_room", wrong)


def commits_earlier_epochs_by_counting(patch: Patch) -> None:
    """Commit records of earlier epochs as soon as a majority has them."""
    right = commit.advance_commit

    def wrong(core: CoreState, leader: Leader) -> None:
        start, leader.start_offset = leader.start_offset, -1
        right(core, leader)
        leader.start_offset = start

    patch.everywhere(right, wrong)


def lets_the_high_watermark_fall(patch: Patch) -> None:
    """Set the high watermark to the majority's offset even if that is lower than before."""
    right = commit.advance_commit

    def always(core: CoreState, offset: int) -> None:
        if offset != core.high_watermark:
            core.high_watermark = offset
            core.emit(AdvanceHighWatermark(offset))

    def wrong(core: CoreState, leader: Leader) -> None:
        before, leader.high_watermark = leader.high_watermark, None
        right(core, leader)
        leader.high_watermark = leader.high_watermark or before

    patch.silence("monotonic-high-watermark")
    patch.set(CoreState, "raise_high_watermark", always)
    patch.everywhere(right, wrong)


def removed_leader_counts_itself(patch: Patch) -> None:
    """Count the log of a leader outside the voter set."""
    right = Progress.majority_offset

    def wrong(progress: Progress) -> int | None:
        if progress.own is not None:
            return right(progress)
        offsets = sorted(
            (
                -1 if each.end_offset is None else each.end_offset
                for each in progress.voters.values()
            ),
            reverse=True,
        )
        place = len(offsets) // 2 - 1
        return offsets[max(place, 0)] if offsets else None

    patch.set(Progress, "majority_offset", wrong)


def removed_leader_stays(patch: Patch) -> None:
    """Continue to lead after a removal from the voter set."""
    patch.set(Leader, "resigns", property(lambda _leader: False, lambda *_: None))


def counts_a_foreign_directory(patch: Patch) -> None:
    """Count a fetch for the voter of its id, whatever its directory."""
    patch.set(Progress, "voter_for", lambda progress, key: progress.voters.get(key.id))


def keeps_what_diverged(patch: Patch) -> None:
    """Keep the log of a follower where it diverges from the leader's."""
    patch.everywhere(
        replication._truncation_offset,
        lambda core, _: core.log.end_offset,
    )


def sends_whatever_follows(patch: Patch) -> None:
    """Skip the leader's check whether a follower's log diverges from its own."""
    right = SnapshotCatalog.validate

    def wrong(catalog: SnapshotCatalog, log: LogView, offset: int, epoch: int) -> Validation:
        found = right(catalog, log, offset, epoch)
        is_inside = log.start_offset <= offset <= log.end_offset
        return Valid() if is_inside and not isinstance(found, StoredSnapshot) else found

    patch.set(SnapshotCatalog, "validate", wrong)


def believes_commits_of_another_log(patch: Patch) -> None:
    """Adopt the leader's high watermark before diverging records are truncated."""
    right = replication.take_fetch_response

    def wrong(core: CoreState, sent: RequestInFlight, response: FetchResponse) -> bool:
        if response.diverging is not None:
            core.leader_high_watermark = max(core.leader_high_watermark, response.high_watermark)
            raise_follower_commit(core)
        return right(core, sent, response)

    patch.everywhere(right, wrong)


def serves_the_bootstrap_snapshot(patch: Patch) -> None:
    """Send a follower with an empty log to the 0-0 checkpoint."""
    right = replication._validate_fetch

    def wrong(core: CoreState, fetch: Fetch) -> Validation:
        found = right(core, fetch)
        if fetch.fetch_offset == 0 and isinstance(found, Valid):
            return StoredSnapshot(BOOTSTRAP_SNAPSHOT_ID, 1)
        return found

    patch.everywhere(right, wrong)


def installs_what_is_behind(patch: Patch) -> None:
    """Replace the log with a snapshot that the replica wrote itself."""
    from kraft_core.raft.consensus.snapshots import on_snapshot_stored

    def wrong(core: CoreState, event: Any) -> None:
        on_snapshot_stored(core, event)
        if event.origin is None and isinstance(core.role, Leader):
            core.emit(ResetLog(core.log.generation + 1, event.snapshot_id))

    patch.everywhere(on_snapshot_stored, wrong)


def lists_snapshots_twice(patch: Patch) -> None:
    """Clean by storage's list of snapshots; that of consensus lacks the 0-0 checkpoint."""
    right_add, right_expired = SnapshotCatalog.add, LogRetention.expired

    def add(catalog: SnapshotCatalog, snapshot: StoredSnapshot) -> None:
        if snapshot.snapshot_id != BOOTSTRAP_SNAPSHOT_ID:
            right_add(catalog, snapshot)

    def expired(retention: Any, _stored: Any, wall_ms: int) -> Any:
        return right_expired(retention, retention._snapshots.stored, wall_ms)

    patch.set(SnapshotCatalog, "add", add)
    patch.set(LogRetention, "expired", expired)


def forgets_what_it_marked(patch: Patch) -> None:
    """Leave files that were marked for deletion on disk."""
    patch.set(Trash, "empty", lambda _trash, _now_ms: None)


def never_learns_of_commits(patch: Patch) -> None:
    """Never raise the high watermark of a follower."""
    patch.everywhere(raise_follower_commit, lambda *_: None)


def skips_a_batch(patch: Patch) -> None:
    """Skip the first batch after a state machine loaded a snapshot."""
    right = Applier._apply_batch

    def wrong(applier: Applier, batch: Any) -> None:
        latest = applier._latest
        if latest is not None and latest.offset == applier.applied.offset and not batch.is_control:
            applier.applied = type(applier.applied)(batch.next_offset, batch.partition_leader_epoch)
            return
        right(applier, batch)

    patch.set(Applier, "_apply_batch", wrong)


def answers_when_appended(patch: Patch) -> None:
    """Acknowledge an append as soon as it is in the leader's log."""
    right = AppendsInFlight.place

    def wrong(appends: AppendsInFlight, append_id: int, base_offset: int, count: int) -> None:
        right(appends, append_id, base_offset, count)
        appends._placed[-1].end(AppendOutcome.COMMITTED)

    patch.set(AppendsInFlight, "place", wrong)


def answers_before_it_applies(patch: Patch) -> None:
    """Answer an append when it is committed, before the state machine has applied it."""
    right = Performer.perform

    def wrong(performer: Performer, effect: Any) -> None:
        right(performer, effect)
        if isinstance(effect, AdvanceHighWatermark):
            performer._parts.appends.applied(effect.offset)

    patch.set(Performer, "perform", wrong)


def never_answers(patch: Patch) -> None:
    """Acknowledge no append as committed."""
    patch.set(AppendsInFlight, "applied", lambda *_: None)


def acknowledges_before_it_syncs(patch: Patch) -> None:
    """Report appends as durable as soon as they are written."""

    def wrong(segment: Segment, position: int, payloads: Sequence[Payload]) -> None:
        if payloads:
            segment.file.write(position, payloads)

    patch.set(log_files, "_write", wrong)


def does_not_sync_votes(patch: Patch) -> None:
    """Write, sync and rename the file of the vote without a sync of its folder."""

    def wrong(folder: Folder, name: str, content: bytes) -> None:
        file = folder.create(f"{name}.tmp")
        file.write(0, (content,))
        file.sync()
        file.close()
        folder.rename(f"{name}.tmp", name)

    patch.set(election_file, "replace_file", wrong)


def believes_torn_batches(patch: Patch) -> None:
    """Accept a batch with a wrong checksum in recovery."""

    class Anything(int):
        def __ne__(self, _other: object) -> bool:
            return False

        __hash__ = int.__hash__

    patch.set(batch_scan, "crc32c", lambda _payload: Anything())


def forgets_its_vote(patch: Patch) -> None:
    """Write quorum-state without the vote."""
    right = ElectionFile.write

    def wrong(
        file: ElectionFile, election: Election, kraft_version: int, voter_ids: Sequence[int]
    ) -> None:
        right(file, replace(election, voted=None), kraft_version, voter_ids)

    patch.set(ElectionFile, "write", wrong)


def writes_votes_without_sync(patch: Patch) -> None:
    """Write and rename the file of the vote without a sync."""

    def wrong(folder: Folder, name: str, content: bytes) -> None:
        file = folder.create(f"{name}.tmp")
        file.write(0, (content,))
        file.close()
        folder.rename(f"{name}.tmp", name)

    patch.set(election_file, "replace_file", wrong)


def loses_too_many_disks(patch: Patch) -> None:
    """Replace disks although no majority with the data remains."""
    patch.everywhere(tolerance.may_lose_disk, lambda *_: True)


def truncates_without_sync(patch: Patch) -> None:
    """Report a truncation as durable as soon as it is in the page cache."""
    right = Segment.truncate

    class Unsynced:
        """A file that forgets to sync."""

        def __init__(self, file: Any) -> None:
            self._file = file

        def __getattr__(self, name: str) -> Any:
            return getattr(self._file, name)

        def sync(self) -> None:
            """Do nothing."""

    def wrong(segment: Segment, end_offset: int) -> None:
        file = segment.file
        segment.file = Unsynced(file)
        try:
            right(segment, end_offset)
        finally:
            segment.file = file

    patch.set(Segment, "truncate", wrong)


def forgets_some_appends(patch: Patch) -> None:
    """Leave one append in five unanswered."""
    right = AppendsInFlight.place

    def wrong(appends: AppendsInFlight, append_id: int, base_offset: int, count: int) -> None:
        right(appends, append_id, base_offset, count)
        if append_id % 5 == 0:
            appends._placed.pop()

    patch.set(AppendsInFlight, "place", wrong)


def acknowledges_what_it_lost(patch: Patch) -> None:
    """Acknowledge an append whose fate is unknown when leadership ends."""

    def wrong(appends: AppendsInFlight, _committed_end: int) -> None:
        while appends._placed:
            appends._placed.popleft().end(AppendOutcome.COMMITTED)

    patch.set(AppendsInFlight, "lose", wrong)
