"""Sets of seeds as ranges: `0:100,250:300`, the end of each excluded."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Ranges = tuple[range, ...]

_RANGE: Final = re.compile(r"\s*(\d+)\s*:\s*(\d+)\s*")


def parse_ranges(text: str) -> Ranges:
    """Read ranges that ascend and do not overlap; raises ValueError."""
    found: list[range] = []
    for part in text.split(","):
        match = _RANGE.fullmatch(part)
        one = range(int(match[1]), int(match[2])) if match else range(0)
        if not one or (found and one.start < found[-1].stop):
            raise ValueError(f"{text!r} is not a valid A:B[,A:B...] of seeds (B excluded)")
        found.append(one)
    return tuple(found)


def ranges_text(ranges: Ranges) -> str:
    """The ranges as `parse_ranges` reads them."""
    return ",".join(f"{one.start}:{one.stop}" for one in ranges)


def count_of(ranges: Iterable[range]) -> int:
    """How many seeds they are."""
    return sum(map(len, ranges))


def seeds_of(ranges: Iterable[range]) -> Iterator[int]:
    """All of them, in order."""
    return chain.from_iterable(ranges)


def ranges_of(seeds: Iterable[int]) -> Ranges:
    """The ranges that seeds make, in any order and more than once."""
    found: list[range] = []
    for seed in sorted(set(seeds)):
        if found and found[-1].stop == seed:
            found[-1] = range(found[-1].start, seed + 1)
        else:
            found.append(range(seed, seed + 1))
    return tuple(found)


def in_parts(ranges: Iterable[range], size: int) -> Iterator[Ranges]:
    """The same seeds in parts of `size`, the last one perhaps of fewer."""
    part: list[range] = []
    room = size
    for one in ranges:
        rest = one
        while rest:
            taken, rest = rest[:room], rest[room:]
            part.append(taken)
            room -= len(taken)
            if not room:
                yield tuple(part)
                part, room = [], size
    if part:
        yield tuple(part)


def without(ranges: Iterable[range], done: set[int]) -> Ranges:
    """The seeds that are not done."""
    return ranges_of(seed for seed in seeds_of(ranges) if seed not in done)
