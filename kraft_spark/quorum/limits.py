"""How much of the log one micro-batch takes."""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """At most so many offsets and bytes (beside one batch), nothing from offset `end` on.

    None is no limit.
    """

    offsets: int | None = None
    size: int | None = None
    end: int | None = None

    def end_from(self, offset: int) -> int | None:
        """Where to end who begins at an offset."""
        ends = []
        if self.offsets is not None:
            ends.append(offset + self.offsets)
        if self.end is not None:
            ends.append(max(self.end, offset))
        return min(ends, default=None)

    def has_room(self, offsets: int, size: int, more: int) -> bool:
        """Whether `more` bytes may follow upon what was taken; something always may."""
        if not size:
            return True
        if self.offsets is not None and offsets >= self.offsets:
            return False
        return self.size is None or size + more <= self.size
