"""The indexes of a segment as text, checked against its log.

What `DumpLogSegments` of Kafka does with `.index` and `.timeindex` files. The layout of their
entries is in `kraft_core.raft.directory`, for storage and pipeline too.
"""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.cli.dump.batches import LogFile, read_header
from kraft_core.cli.dump.java_values import INT_MAX, name_of, parse_integer
from kraft_core.cli.dump.log_text import MODERN_MAGIC, records_of
from kraft_core.cli.dump.records import messages_of
from kraft_core.cli.dump.report import Report, StoppedError, unreadable
from kraft_core.raft.directory import OFFSET_ENTRY, TIME_ENTRY
from kraft_wire.records.batch import BATCH_OVERHEAD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from struct import Struct

    from kraft_core.cli.dump.batches import Frame
    from kraft_core.cli.dump.report import DumpOptions

_WARM_BYTES: Final = 8192
"""Kafka searches the last entries first: this many bytes of them."""


class OffsetEntry(NamedTuple):
    """The last offset of a batch and where the batch begins."""

    offset: int
    position: int


class TimeEntry(NamedTuple):
    """The largest timestamp so far and the last offset of the batch that has it."""

    timestamp: int
    offset: int


class IndexFile:
    """The bytes of an index, read whole; `base_offset` is that of its segment."""

    layout: Struct

    def __init__(self, path: str, base_offset: int) -> None:
        try:
            with Path(path).open("rb") as file:
                self._data = file.read(INT_MAX + 1)
        except (OSError, ValueError) as error:
            raise unreadable(error) from None
        if len(self._data) > INT_MAX:
            raise StoppedError(f"an index is larger than {INT_MAX} bytes")
        self.base_offset = base_offset
        self.count = len(self._data) // self.layout.size

    def position_of(self, slot: int) -> int:
        """Return the file position of an entry."""
        return slot * self.layout.size

    def _fields(self, slot: int) -> tuple[int, int]:
        first, second = self.layout.unpack_from(self._data, slot * self.layout.size)
        return first, second

    def _check(self, last_offset: int) -> None:
        if self.count and last_offset < self.base_offset:
            raise StoppedError(
                f"the last entry has offset {last_offset}, less than {self.base_offset} of its"
                " segment",
                self.position_of(self.count - 1),
            )
        if left := len(self._data) % self.layout.size:
            raise StoppedError(
                f"{left} bytes are not a whole entry of {self.layout.size}", len(self._data) - left
            )


class OffsetIndexFile(IndexFile):
    """Entries of a segment's offset index."""

    layout = OFFSET_ENTRY

    def entry(self, slot: int) -> OffsetEntry:
        """Read an entry."""
        offset, position = self._fields(slot)
        return OffsetEntry(self.base_offset + offset, position)

    def check(self) -> None:
        """Check as a broker does when it starts; raises StoppedError."""
        self._check(self.entry(self.count - 1).offset if self.count else self.base_offset)

    def lookup(self, offset: int) -> OffsetEntry:
        """Find the last entry that is not above an offset, or the begin of the segment.

        Searches as Kafka does, so that in an index out of order it finds the same entry.
        """
        if not self.count:
            return OffsetEntry(self.base_offset, 0)
        first_warm = max(0, self.count - 1 - _WARM_BYTES // self.layout.size)
        if self.entry(first_warm).offset < offset:
            return self._search(offset, first_warm, self.count - 1)
        if self.entry(0).offset > offset:
            return OffsetEntry(self.base_offset, 0)
        return self._search(offset, 0, first_warm)

    def _search(self, offset: int, low: int, high: int) -> OffsetEntry:
        while low < high:
            middle = (low + high + 1) // 2
            entry = self.entry(middle)
            if entry.offset == offset:
                return entry
            if entry.offset > offset:
                high = middle - 1
            else:
                low = middle
        return self.entry(low)


class TimeIndexFile(IndexFile):
    """Entries of a segment's time index."""

    layout = TIME_ENTRY

    def entry(self, slot: int) -> TimeEntry:
        """Read an entry."""
        timestamp, offset = self._fields(slot)
        return TimeEntry(timestamp, self.base_offset + offset)

    def check(self) -> None:
        """Check as a broker does when it starts; raises StoppedError."""
        if not self.count:
            self._check(self.base_offset)
            return
        first, last = self.entry(0), self.entry(self.count - 1)
        if last.timestamp < first.timestamp:
            raise StoppedError(
                f"the last entry has timestamp {last.timestamp}, less than {first.timestamp} of the"
                " first",
                self.position_of(self.count - 1),
            )
        self._check(last.offset)


_NO_TIMESTAMP: Final = -1


def dump_offset_index(
    path: str, options: DumpOptions, report: Report, write: Callable[[bytes], object]
) -> None:
    """Print an offset index as text; raises StoppedError where Kafka's tool ends."""
    base_offset, stem = _segment_of(path)
    with _about_log():
        log = LogFile(f"{stem}.log")
    with log:
        index = OffsetIndexFile(path, base_offset)
        if not index.count:
            write(f"{path} is empty.\n".encode("utf-8", "replace"))
            return
        if options.index_sanity_check:
            index.check()
            write(f"{path} passed sanity check.\n".encode("utf-8", "replace"))
            return
        for slot in range(index.count):
            entry = index.entry(slot)
            if slot and entry.offset == base_offset:
                return  # zeros that were never written
            with _about_log():
                found = _last_offset_at(log, entry.position, options.max_message_size)
            if found != entry.offset:
                report.index_mismatches.setdefault(path, {})[entry.offset] = found
                reason = f"the entry says offset {entry.offset}, the log {found}"
                report.damaged(path, reason, index.position_of(slot))
            if not options.verify_index_only:
                write(f"offset: {entry.offset} position: {entry.position}\n".encode())


def dump_time_index(
    path: str, options: DumpOptions, report: Report, write: Callable[[bytes], object]
) -> None:
    """Print a time index as text; raises StoppedError where Kafka's tool ends."""
    base_offset, stem = _segment_of(path)
    with _about_log():
        log = LogFile(f"{stem}.log")
    with log:
        offsets = OffsetIndexFile(f"{stem}.index", base_offset)
        index = TimeIndexFile(path, base_offset)
        if options.index_sanity_check:
            index.check()
            write(f"{path} passed sanity check.\n".encode("utf-8", "replace"))
            return
        check = _TimeCheck(path, log, offsets, report, options.max_batch_bytes)
        for slot in range(index.count):
            entry = index.entry(slot)
            if slot and entry.offset == base_offset:
                return  # zeros that were never written
            with _about_log():
                check.entry(entry.timestamp, entry.offset, index.position_of(slot))
            if not options.verify_index_only:
                write(f"timestamp: {entry.timestamp} offset: {entry.offset}\n".encode())


class _TimeCheck:
    """Compares the entries of a time index, one after the other, with the log."""

    def __init__(
        self,
        path: str,
        log: LogFile,
        offsets: OffsetIndexFile,
        report: Report,
        max_batch_bytes: int,
    ) -> None:
        self._path = path
        self._log = log
        self._offsets = offsets
        self._report = report
        self._max_batch_bytes = max_batch_bytes
        self._last_timestamp = _NO_TIMESTAMP
        self._frames: list[Frame] = []
        self._slots: dict[int, int] = {}

    def entry(self, timestamp: int, offset: int, place: int) -> None:
        """Check an entry; `place` is where it lies in the index."""
        last, self._last_timestamp = self._last_timestamp, timestamp
        frame = self._frame_with(offset)
        found = _NO_TIMESTAMP if frame is None else _last_offset(self._log, frame)
        report, path = self._report, self._path
        if frame is None or found != offset:
            report.missing_offsets.setdefault(path, []).append((offset, found))
            report.damaged(path, f"no batch ends with offset {offset} of the entry", place)
            return
        newest = _newest_timestamp(self._log, frame, self._max_batch_bytes)
        newest = max(newest, _NO_TIMESTAMP)
        if newest != timestamp:
            report.wrong_timestamps.setdefault(path, []).append((timestamp, newest))
        # The log cleaner removes records and keeps the times of their batch in its header, from
        # which LogSegment.append and recover make the entries: such an index is right.
        if timestamp not in (newest, _stored_timestamp(self._log, frame)):
            report.damaged(path, f"the entry says {timestamp}, the batch {newest}", place)
        if last >= timestamp:
            report.unordered_timestamps.setdefault(path, []).append((timestamp, last))
            report.damaged(path, f"the entry says {timestamp}, the one before {last}", place)

    def _frame_with(self, offset: int) -> Frame | None:
        """Find the first batch that ends at an offset or above, from where the index points to."""
        position = self._offsets.lookup(offset).position
        if position not in self._slots:
            # all batches to the end of the log, for Kafka reads them all: a bad one ends the dump
            end = self._log.end_of_slice(position, INT_MAX)
            self._frames = list(self._log.frames(position, end))
            self._slots = {frame.position: slot for slot, frame in enumerate(self._frames)}
        for slot in range(self._slots.get(position, 0), len(self._frames)):
            if _last_offset(self._log, self._frames[slot]) >= offset:
                return self._frames[slot]
        return None


@contextmanager
def _about_log() -> Iterator[None]:
    """Mark errors inside the block as errors of the log rather than of its index."""
    try:
        yield
    except StoppedError as error:
        raise StoppedError(f"of its log: {error.reason}", error.position) from None


def _segment_of(path: str) -> tuple[int, str]:
    """Return the base offset in the name of an index, and the path of its segment."""
    name = name_of(path)
    stem = name.split(".")[0]
    try:
        return parse_integer(stem), path.removesuffix(name) + stem
    except ValueError as error:
        raise StoppedError(f"the name is not the name of an index ({error})") from None


def _last_offset_at(log: LogFile, position: int, size: int) -> int:
    for frame in log.frames(position, log.end_of_slice(position, size)):
        return _last_offset(log, frame)
    raise StoppedError(f"no batch of {size} bytes at most is at position {position} of the log")


def _last_offset(log: LogFile, frame: Frame) -> int:
    return read_header(log, frame).last_offset if frame.magic >= MODERN_MAGIC else frame.offset


def _stored_timestamp(log: LogFile, frame: Frame) -> int | None:
    """Return the largest timestamp in a batch header; message sets have none."""
    return read_header(log, frame).max_timestamp if frame.magic >= MODERN_MAGIC else None


def _newest_timestamp(log: LogFile, frame: Frame, max_bytes: int) -> int:
    batch = log.read(frame.position, frame.size)
    if frame.magic < MODERN_MAGIC:
        return max(message.header.timestamp for message in messages_of(batch, max_bytes))
    if len(batch) < BATCH_OVERHEAD:
        raise StoppedError(f"a batch of {len(batch)} bytes is too short for its header")
    _, runs = records_of(batch, read_header(log, frame), max_bytes)
    return max((row[1] for rows in runs for row in rows), default=_NO_TIMESTAMP)
