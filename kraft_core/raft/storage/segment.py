"""One segment of the log: a file of batches, its two indexes, and how to read from it.

The offset index leads from offsets to places in the log file, one entry for every few kilobytes. On
disk an entry has eight bytes: the last offset of a batch, relative to the segment's base offset,
and the position at which that batch begins (OffsetIndex).

The time index has the largest timestamp so far, and the offset of the batch that has it. On disk an
entry has twelve bytes: the timestamp, and the offset relative to the segment's base offset
(TimeIndex). It gets an entry together with the offset index, and a last one when the segment is
rolled or closed, each time only if the timestamp has grown.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from struct import Struct
from typing import TYPE_CHECKING, Final

from kraft_core.raft.directory import (
    INDEX_INTERVAL_BYTES,
    OFFSET_ENTRY,
    OFFSET_INDEX,
    TIME_ENTRY,
    TIME_INDEX,
    segment_file,
)
from kraft_core.raft.storage.batch_scan import BatchScan
from kraft_core.raft.storage.errors import DamagedFileError
from kraft_wire.records.batch import BATCH_OVERHEAD, LOG_OVERHEAD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_core.raft.storage.files import File, Folder


class OffsetIndex:
    """The entries of one segment, in memory; `encoded` gives those of the file.

    A batch at a position above `wanted_above` gets an entry. One thread may look up while another
    appends or truncates.
    """

    __slots__ = ("_base_offset", "_entries", "wanted_above")

    def __init__(self, base_offset: int) -> None:
        self._base_offset = base_offset
        self._entries = (array("q"), array("q"))
        """Last offsets and positions, both rising."""
        self.wanted_above = INDEX_INTERVAL_BYTES

    def __len__(self) -> int:
        return len(self._entries[0])

    def append(self, last_offset: int, position: int) -> None:
        """Add the entry of a batch."""
        offsets, positions = self._entries
        positions.append(position)
        offsets.append(last_offset)
        self.wanted_above = position + INDEX_INTERVAL_BYTES

    def position_before(self, offset: int) -> int:
        """Return the position of a batch at or before an offset, where a search for it begins."""
        offsets, positions = self._entries
        place = bisect_right(offsets, offset)
        return positions[place - 1] if place else 0

    def boundary_before(self, position: int, end_offset: int) -> int:
        """Return the largest known start of a batch, at most `position` and below `end_offset`."""
        offsets, positions = self._entries
        place = min(bisect_right(positions, position), bisect_left(offsets, end_offset))
        return positions[place - 1] if place else 0

    def truncate(self, end_offset: int) -> None:
        """Drop the entries of batches that reach to that offset or beyond."""
        offsets, positions = self._entries
        place = bisect_left(offsets, end_offset)
        self._entries = (offsets[:place], positions[:place])
        self.wanted_above = (positions[place - 1] if place else 0) + INDEX_INTERVAL_BYTES

    def encoded(self, first: int = 0) -> bytes:
        """Return the entries from the given one on, as in the file."""
        offsets, positions = self._entries
        entries = zip(offsets[first:], positions[first:], strict=True)
        return b"".join(OFFSET_ENTRY.pack(offset - self._base_offset, at) for offset, at in entries)


NO_TIMESTAMP: Final = -1


class TimeIndex:
    """The entries of one segment (timestamp, offset), in memory, and the maximum so far.

    `max_timestamp` is -1 without records.
    """

    __slots__ = ("_base_offset", "_entries", "_offset_of_maximum", "max_timestamp")

    def __init__(self, base_offset: int) -> None:
        self._base_offset = base_offset
        self._entries: list[tuple[int, int]] = []
        self.max_timestamp = NO_TIMESTAMP
        self._offset_of_maximum = base_offset

    def __len__(self) -> int:
        return len(self._entries)

    def note(self, timestamp: int, last_offset: int) -> None:
        """Note an appended batch with that largest timestamp."""
        if timestamp > self.max_timestamp:
            self.max_timestamp, self._offset_of_maximum = timestamp, last_offset

    def add_entry(self) -> None:
        """Add an entry for the maximum, if it has grown since the last entry."""
        last = self._entries[-1][0] if self._entries else NO_TIMESTAMP
        if self.max_timestamp > last:
            self._entries.append((self.max_timestamp, self._offset_of_maximum))

    def truncate(self, end_offset: int) -> int:
        """Drop entries from that offset on; return the offset from which to add batches again.

        The maximum is now that of the last entry; later batches must be added again.
        """
        self._entries = [entry for entry in self._entries if entry[1] < end_offset]
        maximum = self._entries[-1] if self._entries else (NO_TIMESTAMP, self._base_offset)
        self.max_timestamp, self._offset_of_maximum = maximum
        return self._offset_of_maximum

    def encoded(self, first: int = 0) -> bytes:
        """Return the entries from the given one on, as in the file."""
        base, entries = self._base_offset, self._entries[first:]
        return b"".join(TIME_ENTRY.pack(time, offset - base) for time, offset in entries)


_INT32_MAX: Final = (1 << 31) - 1
_FRONT: Final = Struct(">qi11xi")
"""Base offset, length and last offset delta of a batch."""

_WINDOW_BYTES: Final = 2 * INDEX_INTERVAL_BYTES


class Segment:
    """A segment whose file is open.

    `size` counts the batches that were added, also those that are not in the file yet. One thread
    changes a segment; another may read what is below an offset that was written before.
    """

    def __init__(self, folder: Folder, base_offset: int, file: File) -> None:
        self.base_offset = base_offset
        self.file = file
        self.size = 0
        self.end_offset = base_offset
        self.first_timestamp: int | None = None
        self._folder = folder
        self._offsets = OffsetIndex(base_offset)
        self._times = TimeIndex(base_offset)
        self._written_entries: tuple[int, int] | None = None
        """Entries of either index that are in its file; None if the files can have any content."""

    @classmethod
    def create(cls, folder: Folder, base_offset: int) -> Segment:
        """Return a new, empty segment; its name is not durable yet."""
        return cls(folder, base_offset, folder.create(segment_file(base_offset)))

    @classmethod
    def open(cls, folder: Folder, base_offset: int) -> Segment:
        """Return an existing segment. Its batches count only after `add`."""
        return cls(folder, base_offset, folder.open(segment_file(base_offset)))

    @property
    def max_timestamp(self) -> int:
        """The largest timestamp in it, -1 without records."""
        return self._times.max_timestamp

    def add(self, size: int, last_offset: int, max_timestamp: int) -> None:
        """Add a batch that is, or will be, at the end of the file."""
        if self.first_timestamp is None:
            self.first_timestamp = max_timestamp
        if max_timestamp > self._times.max_timestamp:
            self._times.note(max_timestamp, last_offset)
        if self.size > self._offsets.wanted_above:
            self._offsets.append(last_offset, self.size)
            self._times.add_entry()
        self.end_offset = last_offset + 1
        self.size += size

    def reaches(self, position: int, last_offset: int) -> bool:
        """Return True if that position and the offsets up to that one fit into the indexes."""
        return position <= _INT32_MAX and last_offset - self.base_offset <= _INT32_MAX

    def finish(self) -> None:
        """Finish appending for now: write the last entry of the time index."""
        self._times.add_entry()
        self.write_indexes()

    def write_indexes(self) -> None:
        """Write new entries to both index files without a sync: the log can rebuild them."""
        entries = (len(self._offsets), len(self._times))
        if entries == self._written_entries:
            return
        offsets, times = self._written_entries or (0, 0)
        self._write_index(OFFSET_INDEX, self._offsets.encoded(offsets), offsets * OFFSET_ENTRY.size)
        self._write_index(TIME_INDEX, self._times.encoded(times), times * TIME_ENTRY.size)
        self._written_entries = entries

    def _write_index(self, suffix: str, content: bytes, position: int) -> None:
        name = segment_file(self.base_offset, suffix)
        try:
            file = self._folder.open(name) if position else self._folder.create(name)
        except FileNotFoundError:
            return  # deleted while the process ran; the next start rebuilds it
        try:
            if content:
                file.write(position, (content,))
            if file.size() != position + len(content):
                file.truncate(position + len(content))
        finally:
            file.close()

    def batch_start(self, offset: int) -> int:
        """Return the base offset of the batch that holds that offset, or the end of the segment."""
        for _, _, base_offset, last_offset in self._walk(self._offsets.position_before(offset)):
            if last_offset >= offset:
                return base_offset
        return self.end_offset

    def position_of(self, offset: int) -> int:
        """Return the position of the batch with that offset; the size if no batch has it."""
        for place, _, _, last_offset in self._walk(self._offsets.position_before(offset)):
            if last_offset >= offset:
                return place
        return self.size

    def truncate(self, end_offset: int) -> None:
        """Cut off everything from that offset on, which begins a batch; durable on return."""
        position = self.size
        for place, _, base_offset, _ in self._walk(self._offsets.position_before(end_offset)):
            if base_offset >= end_offset:
                position = place
                break
        self.file.truncate(position)
        self.file.sync()
        self._forget_behind(position, end_offset)

    def _forget_behind(self, position: int, end_offset: int) -> None:
        """Truncate indexes and counts to a smaller size."""
        self.size, self.end_offset = position, end_offset
        self._offsets.truncate(end_offset)
        rescan_from = self._offsets.position_before(self._times.truncate(end_offset))
        if not position:
            self.first_timestamp = None
        for head in BatchScan(self.file, rescan_from, position):
            self._times.note(head.max_timestamp, head.last_offset)
        self._written_entries = None
        self.write_indexes()

    def read(self, start_offset: int, end_offset: int, max_bytes: int) -> bytes:
        """Read whole batches from that of `start_offset` on, that end at `end_offset` at most.

        At least one if there is one, otherwise at most `max_bytes`.
        """
        batches = self._walk(self._offsets.position_before(start_offset))
        for begin, size, _, last_offset in batches:
            if last_offset >= start_offset:
                if last_offset >= end_offset:
                    return b""
                stop = self._stop(begin, begin + size, end_offset, max_bytes)
                return self.file.read(begin, stop - begin)
        return b""

    def _stop(self, begin: int, stop: int, end_offset: int, max_bytes: int) -> int:
        """Return the end of the last whole batch that can be read; the first one ends at `stop`."""
        stop = max(stop, self._offsets.boundary_before(begin + max_bytes, end_offset))
        for place, size, _, last_offset in self._walk(stop):
            if last_offset >= end_offset or place + size - begin > max_bytes:
                break
            stop = place + size
        return stop

    def _walk(self, position: int) -> Iterator[tuple[int, int, int, int]]:
        """Yield position, size, base and last offset of the batches from that position on."""
        window, origin = b"", position
        while self.size - position >= BATCH_OVERHEAD:
            at = position - origin
            if len(window) - at < _FRONT.size:
                window, origin, at = self.file.read(position, _WINDOW_BYTES), position, 0
                if len(window) < _FRONT.size:
                    return  # added, but not in the file yet
            base_offset, length, delta = _FRONT.unpack_from(window, at)
            size = length + LOG_OVERHEAD
            if size < BATCH_OVERHEAD:
                raise DamagedFileError(
                    f"{self._folder.path}/{segment_file(self.base_offset)} was changed by "
                    f"another process: there is no batch at byte {position}."
                )
            yield position, size, base_offset, base_offset + delta
            position += size
