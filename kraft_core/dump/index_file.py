"""The entries of an offset index and of a time index.

Kafka's `OffsetIndex` and `TimeIndex` over `AbstractIndex`. An index that was not closed is filled
with zeros up to its full size; Kafka counts and searches those as entries too.
"""

from __future__ import annotations

from pathlib import Path
from struct import Struct
from typing import Final, NamedTuple

from kraft_core.dump.java_values import INT_MAX
from kraft_core.dump.report import StoppedError, unreadable

_WARM_BYTES: Final = 8192
"""Kafka looks at the last entries, this many bytes of them, before the others."""


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
            raise StoppedError(f"an index has no more than {INT_MAX} bytes")
        self.base_offset = base_offset
        self.count = len(self._data) // self.layout.size

    def position_of(self, slot: int) -> int:
        """Tell where in the file an entry begins."""
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
                f"{left} bytes are no whole entry of {self.layout.size}", len(self._data) - left
            )


class OffsetIndexFile(IndexFile):
    """An offset index."""

    layout = Struct(">ii")

    def entry(self, slot: int) -> OffsetEntry:
        """Read an entry."""
        offset, position = self._fields(slot)
        return OffsetEntry(self.base_offset + offset, position)

    def check(self) -> None:
        """Check what a broker checks when it starts; raises StoppedError."""
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
    """A time index."""

    layout = Struct(">qi")

    def entry(self, slot: int) -> TimeEntry:
        """Read an entry."""
        timestamp, offset = self._fields(slot)
        return TimeEntry(timestamp, self.base_offset + offset)

    def check(self) -> None:
        """Check what a broker checks when it starts; raises StoppedError."""
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
