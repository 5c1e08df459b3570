"""Where the leader epochs of a log begin, as a value."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Epochs:
    """Entries (epoch, start offset), both rising, and the epoch of the record before the first."""

    entries: tuple[tuple[int, int], ...] = ()
    earlier: int = 0

    @property
    def last(self) -> int:
        """The epoch of the last record."""
        return self.entries[-1][0] if self.entries else self.earlier

    def before(self, end_offset: int) -> int:
        """The epoch of the last record below that offset."""
        place = bisect_left(self.entries, end_offset, key=lambda entry: entry[1])
        return self.entries[place - 1][0] if place else self.earlier

    def with_batch(self, epoch: int, base_offset: int) -> Epochs:
        """With a batch at the end of the log."""
        if self.entries and epoch == self.entries[-1][0]:
            return self
        return Epochs((*self.entries, (epoch, base_offset)), self.earlier)

    def below(self, end_offset: int) -> Epochs:
        """What is left when everything from that offset on is cut off."""
        place = bisect_left(self.entries, end_offset, key=lambda entry: entry[1])
        return Epochs(self.entries[:place], self.earlier)

    def above(self, start_offset: int) -> Epochs:
        """What is left when the log begins at that offset: the epoch there now begins there."""
        place = bisect_right(self.entries, start_offset, key=lambda entry: entry[1])
        if not place:
            return self
        first = (self.entries[place - 1][0], start_offset)
        return Epochs((first, *self.entries[place:]), self.before(start_offset))
