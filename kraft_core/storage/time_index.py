"""Kafka's time index: the largest timestamp so far, and the offset of the batch that has it.

On disk an entry has twelve bytes: the timestamp, and the offset relative to the segment's base
offset (TimeIndex). It gets an entry together with the offset index, and a last one when the segment
is rolled or closed, each time only if the timestamp has grown.
"""

from __future__ import annotations

from struct import Struct
from typing import Final

ENTRY: Final = Struct(">qi")
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
        """A batch with that largest timestamp was appended."""
        if timestamp > self.max_timestamp:
            self.max_timestamp, self._offset_of_maximum = timestamp, last_offset

    def add_entry(self) -> None:
        """Add an entry for the maximum, if it has grown since the last entry."""
        last = self._entries[-1][0] if self._entries else NO_TIMESTAMP
        if self.max_timestamp > last:
            self._entries.append((self.max_timestamp, self._offset_of_maximum))

    def truncate(self, end_offset: int) -> int:
        """Drop entries of that offset and above; tell the offset from which to note batches again.

        The maximum is now that of the last entry; batches behind it have to be noted anew.
        """
        self._entries = [entry for entry in self._entries if entry[1] < end_offset]
        maximum = self._entries[-1] if self._entries else (NO_TIMESTAMP, self._base_offset)
        self.max_timestamp, self._offset_of_maximum = maximum
        return self._offset_of_maximum

    def encoded(self, first: int = 0) -> bytes:
        """The entries from the given one on, as in the file."""
        base = self._base_offset
        return b"".join(ENTRY.pack(time, offset - base) for time, offset in self._entries[first:])
