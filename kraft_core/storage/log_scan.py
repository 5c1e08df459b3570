"""Reading the segments of a log at start: which batches are sound, and what they say.

Nothing is written here. A segment is good up to its first batch that is torn or broken, as in Kafka
(LogSegment.recover); the segments behind such a place do not count. What is sound but stands in the
wrong place is no torn tail: it is refused.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kraft_core.log_batches import batch_summary
from kraft_core.storage.batch_scan import BatchHead, BatchScan
from kraft_core.storage.epochs import Epochs
from kraft_core.storage.errors import DamagedFileError
from kraft_core.storage.file_names import LOG, OFFSET_MAX, base_offset_of, segment_file
from kraft_core.storage.segment import Segment
from kraft_wire.errors import DecodeError
from kraft_wire.records import RecordBatch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_core.consensus.values import BatchSummary
    from kraft_core.storage.files import Folder


@dataclass(slots=True)
class LogScan:
    """What was found. `segments` are good up to their `size`; `beyond` do not count at all.

    `before` lie in front of a gap. `cuts` has a sentence for each file that does not count whole.
    """

    segments: list[Segment] = field(default_factory=list)
    before: list[Segment] = field(default_factory=list)
    beyond: list[Segment] = field(default_factory=list)
    epochs: Epochs = field(default_factory=Epochs)
    control_batches: list[BatchSummary] = field(default_factory=list)
    cuts: list[str] = field(default_factory=list)

    @property
    def start_offset(self) -> int:
        """Where the first segment begins, 0 without one."""
        return self.segments[0].base_offset if self.segments else 0

    @property
    def end_offset(self) -> int:
        """Where the last sound batch ends."""
        return self.segments[-1].end_offset if self.segments else 0

    def close(self) -> None:
        """Give all files back."""
        for segment in (*self.segments, *self.before, *self.beyond):
            segment.file.close()


def scan_log(folder: Folder, names: Sequence[str], snapshot_end: int) -> LogScan:
    """Read all segments. Raises StorageError for what cannot be a log.

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
                raise DamagedFileError(f"{folder.path}/{name} has the name of no segment.")
            found.append(base_offset)
    return sorted(found)


def _scan_next(scan: LogScan, folder: Folder, base_offset: int, snapshot_end: int) -> None:
    segment = Segment.open(folder, base_offset)
    if scan.cuts:
        scan.beyond.append(segment)
        scan.cuts.append(f"{segment_file(base_offset)} lies behind it and goes")
        return
    if scan.segments and base_offset != scan.end_offset:
        _skip_gap(scan, folder, segment, snapshot_end)
    scan.segments.append(segment)
    _scan_segment(scan, folder, segment)


def _skip_gap(scan: LogScan, folder: Folder, segment: Segment, snapshot_end: int) -> None:
    """The log begins anew behind a gap, if a snapshot holds what is missing."""
    name = segment_file(segment.base_offset)
    if segment.base_offset < scan.end_offset or snapshot_end < segment.base_offset:
        segment.file.close()
        raise DamagedFileError(
            f"{folder.path}/{name} does not follow the segment before it, which ends at offset"
            f" {scan.end_offset}: records are missing or there twice."
        )
    scan.before += scan.segments
    scan.segments.clear()
    scan.control_batches.clear()
    scan.epochs = Epochs((), scan.epochs.last)


def _scan_segment(scan: LogScan, folder: Folder, segment: Segment) -> None:
    batches = BatchScan(segment.file)
    epochs, last_epoch, due = scan.epochs, scan.epochs.last, segment.end_offset
    for head in batches:
        position, size, base_offset, last_offset, epoch, timestamp, is_control, count = head
        if (
            base_offset != due
            or epoch != last_epoch
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
    """Refuse a sound batch in the wrong place; `expected` are offset and epoch so far."""
    fault = _misplaced(head, *expected)
    if fault is None and not segment.reaches(head.position, head.last_offset):
        fault = "lies beyond the reach of the segment's indexes"
    if fault is not None:
        raise _refusal(folder, segment, head, fault)


def _misplaced(head: BatchHead, due_offset: int, last_epoch: int) -> str | None:
    """What a sound batch says that it must not say, None if all is well."""
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
