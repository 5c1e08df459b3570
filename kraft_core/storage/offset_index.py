"""Kafka's offset index: from offsets to places in the log file, one entry for every few kilobytes.

On disk an entry has eight bytes: the last offset of a batch, relative to the segment's base offset,
and the position at which that batch begins (OffsetIndex).
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from struct import Struct
from typing import Final

ENTRY: Final = Struct(">ii")
INTERVAL_BYTES: Final = 4096
"""A batch gets an entry when more bytes than this precede it since the last entry
(`index.interval.bytes`)."""


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
        self.wanted_above = INTERVAL_BYTES

    def __len__(self) -> int:
        return len(self._entries[0])

    def append(self, last_offset: int, position: int) -> None:
        """Add the entry of a batch."""
        offsets, positions = self._entries
        positions.append(position)
        offsets.append(last_offset)
        self.wanted_above = position + INTERVAL_BYTES

    def position_before(self, offset: int) -> int:
        """Where to begin looking for an offset: at a batch that does not lie behind it."""
        offsets, positions = self._entries
        place = bisect_right(offsets, offset)
        return positions[place - 1] if place else 0

    def boundary_before(self, position: int, end_offset: int) -> int:
        """The largest known beginning of a batch at or before `position` and below `end_offset`."""
        offsets, positions = self._entries
        place = min(bisect_right(positions, position), bisect_left(offsets, end_offset))
        return positions[place - 1] if place else 0

    def truncate(self, end_offset: int) -> None:
        """Drop the entries of batches that reach to that offset or beyond."""
        offsets, positions = self._entries
        place = bisect_left(offsets, end_offset)
        self._entries = (offsets[:place], positions[:place])
        self.wanted_above = (positions[place - 1] if place else 0) + INTERVAL_BYTES

    def encoded(self, first: int = 0) -> bytes:
        """The entries from the given one on, as in the file."""
        offsets, positions = self._entries
        entries = zip(offsets[first:], positions[first:], strict=True)
        return b"".join(ENTRY.pack(offset - self._base_offset, at) for offset, at in entries)
