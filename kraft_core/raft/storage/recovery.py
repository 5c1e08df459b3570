"""Recovery of a metadata log's folder at the start, before anything else can use it.

First everything is read and checked, and nothing changed: a folder that is refused stays unchanged.
Then, in this order: leftovers of unfinished work are removed; the torn end is truncated; kept data
is made durable; data that may never have been synced is written again, because after the end of a
process the page cache can hold data that no disk has, and after a failed sync it calls that data
clean; a log that ends below the latest snapshot is restarted there; indexes, epoch checkpoint and
mark are brought up to date. A crash in between is harmless: the next start does the same again.

A segment is good up to its first batch that is torn or broken, as in Kafka (LogSegment.recover);
the segments after such a place do not count. A valid batch in the wrong place is not
a torn tail: it is refused.
"""

from __future__ import annotations

from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from kraft_core.raft.batches import batch_summary
from kraft_core.raft.consensus.log import LeaderEpochs, LogView
from kraft_core.raft.consensus.values import BOOTSTRAP_SNAPSHOT_ID
from kraft_core.raft.directory import (
    DELETED,
    LOG,
    OFFSET_MAX,
    PARTITION_METADATA,
    PRODUCER_SNAPSHOT,
    SEGMENT_SUFFIXES,
    base_offset_of,
    parse_snapshot,
    segment_file,
    snapshot_file,
)
from kraft_core.raft.storage import durable_mark, leader_epochs
from kraft_core.raft.storage.batch_scan import BatchHead, BatchScan
from kraft_core.raft.storage.durable_mark import DurableMark, read_mark
from kraft_core.raft.storage.election_file import NAME as ELECTION
from kraft_core.raft.storage.errors import (
    DamagedFileError,
    MissingRecordsError,
    UnknownVersionError,
)
from kraft_core.raft.storage.files import (
    TEMPORARY_SUFFIX,
    replace_file,
    rewrite,
    rewrite_file,
    sync_file,
)
from kraft_core.raft.storage.formatting import bootstrap_of_log
from kraft_core.raft.storage.log_files import LogFiles
from kraft_core.raft.storage.segment import Segment
from kraft_core.raft.storage.snapshot_files import check_snapshot
from kraft_wire.errors import DecodeError
from kraft_wire.records import RecordBatch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_core.raft.consensus.values import BatchSummary, SnapshotId
    from kraft_core.raft.storage.files import Folder
    from kraft_core.raft.storage.settings import StorageSettings


@dataclass(slots=True)
class LogScan:
    """Result of a scan. `segments` are valid up to their `size`; `beyond` are not in the log.

    `before` lie in front of a gap. `cuts` has a sentence for each file that does not count whole.
    """

    segments: list[Segment] = field(default_factory=list)
    before: list[Segment] = field(default_factory=list)
    beyond: list[Segment] = field(default_factory=list)
    epochs: LeaderEpochs = field(default_factory=LeaderEpochs)
    control_batches: list[BatchSummary] = field(default_factory=list)
    cuts: list[str] = field(default_factory=list)

    @property
    def start_offset(self) -> int:
        """The first offset of the first segment, 0 without one."""
        return self.segments[0].base_offset if self.segments else 0

    @property
    def end_offset(self) -> int:
        """The end offset of the last valid batch."""
        return self.segments[-1].end_offset if self.segments else 0

    def close(self) -> None:
        """Close the files of all segments."""
        for segment in (*self.segments, *self.before, *self.beyond):
            segment.file.close()


def scan_log(folder: Folder, names: Sequence[str], snapshot_end: int) -> LogScan:
    """Read all segments. Raises StorageError for files that cannot be a log.

    `snapshot_end` is where the latest snapshot ends: what lies in front of a gap below it is not
    needed (a crash of Kafka between two steps of a reset leaves that).
    """
    scan = LogScan()
    with ExitStack() as undo:
        undo.callback(scan.close)
        for base_offset in _base_offsets(folder, names):
            _scan_next(scan, folder, base_offset, snapshot_end)
        undo.pop_all()
    return scan


def _base_offsets(folder: Folder, names: Sequence[str]) -> list[int]:
    found = []
    for name in names:
        if name.endswith(LOG):
            base_offset = base_offset_of(name, LOG)
            if base_offset is None:
                raise DamagedFileError(f"{folder.path}/{name} does not have the name of a segment.")
            found.append(base_offset)
    return sorted(found)


def _scan_next(scan: LogScan, folder: Folder, base_offset: int, snapshot_end: int) -> None:
    segment = Segment.open(folder, base_offset)
    if scan.cuts:
        scan.beyond.append(segment)
        scan.cuts.append(f"{segment_file(base_offset)} lies after it and goes")
        return
    if scan.segments and base_offset != scan.end_offset:
        _skip_gap(scan, folder, segment, snapshot_end)
    scan.segments.append(segment)
    _scan_segment(scan, folder, segment)


def _skip_gap(scan: LogScan, folder: Folder, segment: Segment, snapshot_end: int) -> None:
    """Begin the log again after a gap, if a snapshot has the missing records."""
    name = segment_file(segment.base_offset)
    # only a snapshot can replace the records missing between two segments
    if segment.base_offset < scan.end_offset or snapshot_end < segment.base_offset:
        segment.file.close()
        raise DamagedFileError(
            f"{folder.path}/{name} does not follow the segment before it, which ends at offset"
            f" {scan.end_offset}: records are missing or duplicated."
        )
    scan.before += scan.segments
    scan.segments.clear()
    scan.control_batches.clear()
    scan.epochs = LeaderEpochs((), scan.epochs.last)


def _scan_segment(scan: LogScan, folder: Folder, segment: Segment) -> None:
    batches = BatchScan(segment.file)
    epochs, last_epoch, due = scan.epochs, scan.epochs.last, segment.end_offset
    for head in batches:
        position, size, base_offset, last_offset, epoch, timestamp, is_control, count = head
        if (
            base_offset != due
            or epoch != last_epoch
            # offsets without gaps: the metadata log is never compacted, so a gap means lost records
            or count != last_offset - base_offset + 1
            or not segment.reaches(position, last_offset)
            or not base_offset <= last_offset < OFFSET_MAX
        ):
            _check_place(folder, segment, head, (due, last_epoch))
        if epoch != last_epoch or not epochs.entries:
            epochs, last_epoch = epochs.with_batch(epoch, base_offset), epoch
        segment.add(size, last_offset, timestamp)
        due = last_offset + 1
        if is_control:
            scan.control_batches.append(_control_batch(folder, segment, head))
    scan.epochs = epochs
    if batches.fault is not None:
        lost = batches.end - batches.position
        scan.cuts.append(
            f"{segment_file(segment.base_offset)} is cut at byte {batches.position}, offset"
            f" {segment.end_offset}: {batches.fault} ({lost} bytes go)"
        )


def _check_place(
    folder: Folder, segment: Segment, head: BatchHead, expected: tuple[int, int]
) -> None:
    """Refuse a valid batch in the wrong place; `expected` are offset and epoch so far."""
    fault = _misplaced(head, *expected)
    if fault is None and not segment.reaches(head.position, head.last_offset):
        fault = "lies beyond the reach of the segment's indexes"
    if fault is not None:
        raise _refusal(folder, segment, head, fault)


def _misplaced(head: BatchHead, due_offset: int, last_epoch: int) -> str | None:
    """Return why a valid batch is at the wrong offset or epoch, or None."""
    if head.base_offset != due_offset:
        return f"begins at offset {head.base_offset}, but {due_offset} is due"
    if head.last_offset < head.base_offset:
        return f"ends at offset {head.last_offset}, before it begins"
    if head.last_offset >= OFFSET_MAX:
        return f"ends at offset {head.last_offset}, and there are no more"
    if head.record_count != head.last_offset - head.base_offset + 1:
        return (
            f"has {head.record_count} records for {head.last_offset - head.base_offset + 1} offsets"
        )
    return f"is of epoch {head.epoch}, after {last_epoch}" if head.epoch < last_epoch else None


def _control_batch(folder: Folder, segment: Segment, head: BatchHead) -> BatchSummary:
    content = segment.file.read(head.position, head.size)
    try:
        return batch_summary(RecordBatch.parse(content))
    except DecodeError as error:
        raise _refusal(folder, segment, head, f"cannot be read: {error}") from None


def _refusal(folder: Folder, segment: Segment, head: BatchHead, fault: str) -> DamagedFileError:
    return DamagedFileError(
        f"{folder.path}/{segment_file(segment.base_offset)} is damaged: the batch at byte"
        f" {head.position} {fault}."
    )


_REPLACED: Final = (ELECTION, leader_epochs.NAME, PARTITION_METADATA, durable_mark.NAME)
"""Files that are replaced by way of a temporary name."""

_SYNC_FAILED: Final = "sync-failed"
"""An empty file: a sync failed in the last start, and the cache can show what no disk has."""

_WAYS_OUT: Final = (
    "Either take this replica out of the quorum, format its directory anew, which gives it a new"
    " directory id, and let it join again (KIP-853: remove-controller, format, add-controller); or,"
)


def _accepting(*losses: str) -> str:
    """Return the clause that tells an operator how to accept these losses."""
    return (
        f"start once with {','.join(losses)} in kraft.accepted.loss (kraft start FILE --override"
        f" kraft.accepted.loss={','.join(losses)})"
    )


@dataclass(frozen=True, slots=True)
class Recovered:
    """A valid and durable log, and the facts in its records for consensus.

    `control_batches` are those of the log, oldest first; `snapshots` those that are kept, oldest
    first, that of the bootstrap (0-0) included; `notes` has a sentence for all that is remarkable,
    `losses` those of them after which records or a vote may be missing. `removed` are the names of
    files that unfinished work left.
    """

    files: LogFiles
    view: LogView
    control_batches: tuple[BatchSummary, ...]
    snapshots: tuple[SnapshotId, ...]
    notes: tuple[str, ...]
    losses: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


def recover(
    folder: Folder,
    settings: StorageSettings,
    *,
    is_mark_valid: bool,
    accepted_loss: str | None,
    was_used: bool = False,
) -> Recovered:
    """Recover the log in a folder.

    `was_used` says that a process had the directory open before, so that there was a log. Raises
    StorageError where it must not be used: MissingRecordsError if it ends below its mark, unless
    `accepted_loss` names exactly that loss (several are separated by commas).
    """
    accepted = frozenset(accepted_loss.split(",")) if accepted_loss else frozenset[str]()
    recovery = _Recovery(folder, settings, was_used=was_used)
    return recovery.run(is_mark_valid=is_mark_valid, accepted=accepted)


class _Recovery:
    """One recovery: its findings and its repairs."""

    def __init__(self, folder: Folder, settings: StorageSettings, *, was_used: bool) -> None:
        self.folder = folder
        self.settings = settings
        self.was_used = was_used
        self.names = folder.names()
        self.notes: list[str] = []
        self.losses: list[str] = []
        self.removed: list[str] = []
        self.stored_epochs: list[tuple[int, int]] | None = None
        self.bootstrap: bytes | None = None
        """The snapshot 0-0 if it must be created again."""
        parsed = [parse_snapshot(name) for name in self.names]
        final = [each.snapshot_id for each in parsed if each is not None and each.is_final]
        self.snapshots = sorted(final, key=lambda each: each.order)
        self.scan = scan_log(folder, self.names, self.latest.offset if self.latest else 0)

    @property
    def latest(self) -> SnapshotId | None:
        """The newest snapshot, in Kafka's order: by epoch, then by offset."""
        return self.snapshots[-1] if self.snapshots else None

    def run(self, *, is_mark_valid: bool, accepted: frozenset[str]) -> Recovered:
        """Check the directory, then repair it."""
        with ExitStack() as undo:
            undo.callback(self.scan.close)
            mark = self._judge(is_mark_valid=is_mark_valid, accepted=accepted)
            self._remove_leftovers()
            self._cut()
            self._make_durable(mark)
            recovered = self._opened(mark)
            undo.pop_all()
        return recovered

    def _judge(self, *, is_mark_valid: bool, accepted: frozenset[str]) -> DurableMark | None:
        """Refuse a directory that must not be used; return the mark, None if none is valid."""
        self._read_epochs()
        mark = read_mark(self.folder)
        # one vote in each epoch: the log says that this replica took part, and its vote is gone
        if mark is not None and mark.end_offset and ELECTION not in self.names:
            self._check_election(accepted)
        # Kafka truncates and resets without lowering the mark: if Kafka ran since, the mark can be
        # too high
        if mark is not None and not is_mark_valid:
            self.notes.append("the durable mark is void: another program wrote quorum-state last")
            mark = None
        if mark is not None and self._is_below(mark):
            self._check_loss(mark, accepted)
        self._check_start()
        self._check_latest_snapshot()
        self._check_bootstrap()
        if mark is None:
            self._note_losses()
        return mark

    def _read_epochs(self) -> None:
        """Read the epoch checkpoint, which the log can always replace.

        Raises UnknownVersionError for one of a later release.
        """
        name = leader_epochs.NAME
        try:
            self.stored_epochs = leader_epochs.read_epochs(self.folder)
        except UnknownVersionError:
            raise
        except DamagedFileError as error:
            self.notes.append(f"{name} is made again from the log: {error}")
            return
        if self.scan.epochs.entries and not self.stored_epochs:
            fault = "missing" if self.stored_epochs is None else "empty"
            self.notes.append(f"{name} is {fault}, and is made again from the log")

    def _note_losses(self) -> None:
        """Note possible losses if no mark records how far the log reached.

        Kafka writes no mark, and what it left is used as Kafka uses it: what is missing is reported
        and no reason to refuse a start.
        """
        path, scan = self.folder.path, self.scan
        if self.was_used and not scan.segments:
            self._note_loss(
                f"{path} has no log, but this directory was in use: the log and quorum-state were"
                " deleted, and with them the vote and the records that this replica acknowledged"
            )
        elif scan.end_offset and ELECTION not in self.names:
            self._note_loss(
                f"{path}/{ELECTION} is missing, but the log has records of epoch"
                f" {scan.epochs.last}: this replica may forget a vote"
            )
        # it is unknown whether the truncated records were acknowledged
        self.losses += scan.cuts

    def _note_loss(self, text: str) -> None:
        self.losses.append(text)
        self.notes.append(text)

    def _check_election(self, accepted: frozenset[str]) -> None:
        """Refuse a log in use whose election is gone: this replica could vote twice."""
        if ELECTION in accepted:
            self.notes.append(f"the loss of {ELECTION} is accepted")
            return
        raise MissingRecordsError(
            f"{self.folder.path}/{ELECTION} is missing, but was on disk before: this replica may"
            " forget a vote.",
            f"{_WAYS_OUT} if it cast no vote, {_accepting(ELECTION)}.",
            loss=ELECTION,
        )

    def _is_below(self, mark: DurableMark) -> bool:
        """Return True if records below the mark are missing or have changed."""
        latest = self.latest
        # compare offset and epoch: a snapshot of an earlier epoch can end above records of another
        # history
        if latest and latest.offset >= mark.end_offset and latest.epoch >= mark.epoch:
            return False  # a snapshot holds everything that can be committed below the mark
        scan = self.scan
        if mark.end_offset > scan.end_offset:
            return True
        return mark.end_offset > scan.start_offset and (
            scan.epochs.before(mark.end_offset) != mark.epoch
        )

    def _check_loss(self, mark: DurableMark, accepted: frozenset[str]) -> None:
        end_offset = min(self.scan.end_offset, mark.end_offset)
        loss = f"{end_offset}-{mark.end_offset}"
        if loss in accepted:
            self.notes.append(f"the loss {loss} is accepted")
            return
        found = f"ends at offset {end_offset}"
        if end_offset == mark.end_offset:
            epoch = self.scan.epochs.before(end_offset)
            found = f"has a record of epoch {epoch} before offset {end_offset}"
        # the key has all losses of one start: one accepted above is refused again without its name
        before = [ELECTION] if ELECTION in accepted and ELECTION not in self.names else []
        raise MissingRecordsError(
            f"The log in {self.folder.path} {found}, but everything below offset "
            f"{mark.end_offset} (epoch {mark.epoch}) was on disk before: this disk lost records "
            "that this replica may have acknowledged.",
            f"{_WAYS_OUT} if the other replicas are known to have these records, "
            f"{_accepting(*before, loss)}.",
            loss=loss,
        )

    def _check_start(self) -> None:
        """Check like Kafka that records below the first segment are in a snapshot."""
        start_offset = self.scan.start_offset
        # KafkaRaftLog refuses it too: the state below the log start could never be rebuilt
        if start_offset and not any(each.offset >= start_offset for each in self.snapshots):
            raise DamagedFileError(
                f"The log in {self.folder.path} begins at offset {start_offset}, but no "
                "snapshot contains the records before it."
            )

    def _check_latest_snapshot(self) -> None:
        """Read all of the snapshot that a start loads: header, footer, checksums.

        Without this a fault in the middle would end the node after its start, when it is loaded.
        """
        if self.latest is not None and self.latest != BOOTSTRAP_SNAPSHOT_ID:
            self._check_snapshot(self.latest)

    def _check_snapshot(self, snapshot_id: SnapshotId) -> None:
        name = snapshot_file(snapshot_id)
        file = self.folder.open_to_read(name)
        try:
            check_snapshot(file, snapshot_id, f"{self.folder.path}/{name}")
        finally:
            file.close()

    def _check_bootstrap(self) -> None:
        """Read the snapshot 0-0; recreate it if it is damaged and the log has all its records.

        The first leader copies the voters and the first metadata records of 0-0 into the log, so
        that a log from offset 0 on does not need it any more. A log that begins above 0 does not
        keep it. Raises DamagedFileError if the voters would be lost.
        """
        if BOOTSTRAP_SNAPSHOT_ID not in self.snapshots or self.scan.start_offset:
            return
        try:
            self._check_snapshot(BOOTSTRAP_SNAPSHOT_ID)
        except DamagedFileError as error:
            self.bootstrap = bootstrap_of_log(self.scan)
            if self.bootstrap is not None:
                name = snapshot_file(BOOTSTRAP_SNAPSHOT_ID)
                self.notes.append(f"{name} is made again from the log: {error}")
            elif self.latest == BOOTSTRAP_SNAPSHOT_ID:
                raise

    def _remove_leftovers(self) -> None:
        """Remove leftovers of unfinished work: parts, temporary and deleted files."""
        start_offset = self.scan.start_offset
        for name in self.names:
            snapshot = parse_snapshot(name)
            if snapshot is not None:
                unneeded = not snapshot.is_final or snapshot.snapshot_id.offset < start_offset
            else:
                unneeded = self._is_leftover(name)
            if unneeded:
                self.folder.remove(name)
                self.removed.append(name)
        for name in self._stray_producer_snapshots():
            self.folder.remove(name)
        self.snapshots = [each for each in self.snapshots if each.offset >= start_offset]

    def _is_leftover(self, name: str) -> bool:
        if name.endswith(DELETED):
            stem = name.removesuffix(DELETED)
            return any(base_offset_of(stem, suffix) is not None for suffix in SEGMENT_SUFFIXES)
        if name.endswith(TEMPORARY_SUFFIX):
            return name.removesuffix(TEMPORARY_SUFFIX) in _REPLACED
        offset = base_offset_of(name, PRODUCER_SNAPSHOT)
        if offset is not None:
            return offset > self.scan.end_offset
        for suffix in SEGMENT_SUFFIXES[1:]:
            offset = base_offset_of(name, suffix)
            if offset is not None:
                return segment_file(offset) not in self.names
        return False

    def _stray_producer_snapshots(self) -> list[str]:
        """Return producer states without a segment: each clean stop leaves one at the log end.

        As in Kafka (ProducerStateManager.removeStraySnapshots) only the newest of them stays, and
        only in the last segment. Otherwise each restart would leave a file behind.
        """
        bases = {segment.base_offset for segment in self.scan.segments}
        found = {base_offset_of(name, PRODUCER_SNAPSHOT): name for name in self.names}
        offsets = [each for each in found if each is not None and each <= self.scan.end_offset]
        newest = max([*bases, *offsets], default=0)
        return [found[each] for each in offsets if each not in bases and each < newest]

    def _cut(self) -> None:
        """Remove invalid data, newest first, and truncate the torn end."""
        scan = self.scan
        for segment in (*reversed(scan.beyond), *scan.before):
            self._remove_segment(segment)
        if not scan.segments:
            return
        last = scan.segments[-1]
        if last.file.size() > last.size:
            last.file.truncate(last.size)
        for segment in scan.before:
            name = segment_file(segment.base_offset)
            self.notes.append(f"{name} lies before a gap that a snapshot covers, and goes")
        self.notes += scan.cuts

    def _remove_segment(self, segment: Segment) -> None:
        segment.file.close()
        for suffix in SEGMENT_SUFFIXES:
            name = segment_file(segment.base_offset, suffix)
            with suppress(FileNotFoundError):
                self.folder.rename(name, name + DELETED)
                self.folder.remove(name + DELETED)
        self.folder.sync()

    def _make_durable(self, mark: DurableMark | None) -> None:
        """Make the kept data durable, whichever process wrote it.

        If that fails the start is refused, and the next one in this boot rewrites everything:
        the cache then has what no disk has, and a second sync would not say so. The note of that
        need not be durable, since it lives as long as that cache.
        """
        # a sync that failed in an earlier start of this boot: the cache can show bytes that no disk
        # has
        is_doubtful = _SYNC_FAILED in self.names
        try:
            self._rewrite_kept(mark, is_doubtful=is_doubtful)
        except OSError:
            if not is_doubtful:
                with suppress(OSError):
                    self.folder.create(_SYNC_FAILED).close()
            raise
        if is_doubtful:
            self.folder.remove(_SYNC_FAILED)

    def _rewrite_kept(self, mark: DurableMark | None, *, is_doubtful: bool) -> None:
        """Write data again that was possibly never synced, and sync everything.

        What lies below the mark was durable. Without one the last segment is written again, since
        a segment is synced before the next one exists.
        """
        segments = self.scan.segments
        for segment in segments:
            if is_doubtful:
                start = 0
            # a segment is synced before the next one exists, so only the last one can contain
            # unsynced bytes
            elif mark is None:
                start = 0 if segment is segments[-1] else segment.size
            else:
                start = segment.position_of(mark.end_offset)
            rewrite(segment.file, start, segment.size)
        for snapshot_id in self.snapshots:
            if is_doubtful or snapshot_id.offset > self.scan.start_offset:
                rewrite_file(self.folder, snapshot_file(snapshot_id))
            else:
                sync_file(self.folder, snapshot_file(snapshot_id))
        for name in _REPLACED:
            if name not in self.names:
                continue
            if is_doubtful or name == ELECTION:
                rewrite_file(self.folder, name)
            else:
                sync_file(self.folder, name)
        self.folder.sync()

    def _opened(self, mark: DurableMark | None) -> Recovered:
        scan = self.scan
        if not scan.segments:
            scan.segments.append(Segment.create(self.folder, 0))
            self.folder.sync()
        for segment in scan.segments:
            segment.finish()
        if self.bootstrap is not None:
            name = snapshot_file(BOOTSTRAP_SNAPSHOT_ID)
            replace_file(self.folder, name, self.bootstrap)
            self.folder.make_read_only(name)
        low = DurableMark() if mark is None or mark.end_offset > scan.end_offset else mark
        files = LogFiles(self.folder, self.settings, scan.segments, low)
        snapshot_id = self._snapshot_beyond()
        view = self._view() if snapshot_id is None else self._restarted(files, snapshot_id)
        files.begin(view.epochs, self.stored_epochs)
        return Recovered(
            files,
            view,
            tuple(scan.control_batches),
            tuple(self.snapshots),
            tuple(self.notes),
            tuple(self.losses),
            tuple(self.removed),
        )

    def _snapshot_beyond(self) -> SnapshotId | None:
        """Return the latest snapshot if the log ends below (KafkaRaftLog.truncateToLatestSnapshot).

        A follower that ended between fetching a snapshot and dropping its log leaves that. Kafka
        keeps a log whose last epoch is above the snapshot's. But a log that ends below a snapshot
        has no committed record that the snapshot lacks, in any epoch: what it has of a later
        epoch was never committed, and its next record would have an offset that the snapshot holds.
        """
        latest, scan = self.latest, self.scan
        if latest is None or latest == BOOTSTRAP_SNAPSHOT_ID:
            return None
        is_beyond = latest.epoch > scan.epochs.last or latest.offset > scan.end_offset
        return latest if is_beyond else None

    def _restarted(self, files: LogFiles, snapshot_id: SnapshotId) -> LogView:
        """Drop the log, and the snapshots before the given one, which is the latest."""
        self.notes.append(f"the log begins anew at the end of snapshot {snapshot_id}")
        files.reset(snapshot_id)
        self.scan.control_batches.clear()
        for old in self.snapshots:
            if old != snapshot_id:
                self.folder.remove(snapshot_file(old))
        self.snapshots = [snapshot_id]
        end = snapshot_id.offset
        return LogView(end, end, LeaderEpochs((), snapshot_id.epoch))

    def _view(self) -> LogView:
        """Return the log as consensus sees it: it begins at its earliest snapshot, or at 0."""
        scan = self.scan
        start_offset = scan.start_offset
        view = LogView(start_offset, scan.end_offset, LeaderEpochs(scan.epochs.entries))
        if not start_offset:
            return view
        earliest = self.snapshots[0]
        if earliest.offset > scan.end_offset:
            raise DamagedFileError(
                f"The log in {self.folder.path} ends at offset {scan.end_offset} in epoch"
                f" {scan.epochs.last}, but its first snapshot is {earliest}."
            )
        if earliest.offset > start_offset:
            view.delete_prefix(earliest)
        view.follows_snapshot(earliest)
        return view
