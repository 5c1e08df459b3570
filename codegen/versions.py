"""Ranges of message versions, the arithmetic that everything in a schema is written in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_VERSION = 32767
"""Versions are int16 on the wire; an open range ("3+") ends here."""

_RANGE = re.compile(r"(?P<lowest>\d+)(?:-(?P<highest>\d+)|(?P<open>\+))?")


@dataclass(frozen=True, slots=True)
class Versions:
    """An inclusive range of versions; empty where `lowest > highest`."""

    lowest: int
    highest: int

    @classmethod
    def parse(cls, text: str) -> Versions:
        """Read "4", "0-3", "3+" or "none" as Kafka's schema language writes them.

        Raises ValueError for anything else and for a range that runs backwards.
        """
        if text.strip() == "none":
            return NONE
        match = _RANGE.fullmatch(text.strip())
        if match is None:
            raise ValueError(f"{text!r} is no range of versions")
        lowest = int(match["lowest"])
        highest = MAX_VERSION if match["open"] else int(match["highest"] or lowest)
        if lowest > highest or highest > MAX_VERSION:
            raise ValueError(f"{text!r} is no range of versions")
        return cls(lowest, highest)

    def __str__(self) -> str:
        if not self:
            return "none"
        if self.highest == MAX_VERSION:
            return f"{self.lowest}+"
        if self.lowest == self.highest:
            return str(self.lowest)
        return f"{self.lowest}-{self.highest}"

    def __bool__(self) -> bool:
        return self.lowest <= self.highest

    def __contains__(self, version: object) -> bool:
        return isinstance(version, int) and self.lowest <= version <= self.highest

    def __and__(self, other: Versions) -> Versions:
        found = Versions(max(self.lowest, other.lowest), min(self.highest, other.highest))
        return found or NONE

    def covers(self, other: Versions) -> bool:
        """Whether each version of `other` is one of these."""
        return not other or (self.lowest <= other.lowest and other.highest <= self.highest)

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.lowest, self.highest + 1))


NONE = Versions(0, -1)
ALL = Versions(0, MAX_VERSION)
