"""How long something took, counted by size for Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

_BUCKETS: Final = (
    *(0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05),
    *(0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
)


class Histogram:
    """Seconds by size. Written by one thread, read by any: the sums may be of one entry less."""

    __slots__ = ("_counts", "_sum")

    def __init__(self) -> None:
        self._counts = [0] * (len(_BUCKETS) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        """One more."""
        self._counts[bisect_left(_BUCKETS, seconds)] += 1
        self._sum += seconds

    @property
    def count(self) -> int:
        """How many there were."""
        return sum(self._counts)

    def buckets(self) -> list[tuple[str, float]]:
        """How many were at most so long, as Prometheus has it."""
        found: list[tuple[str, float]] = []
        total = 0
        for bound, count in zip((*map(str, _BUCKETS), "+Inf"), self._counts, strict=True):
            total += count
            found.append((bound, total))
        return found

    @property
    def sum(self) -> float:
        """All seconds."""
        return self._sum
