"""Waiting longer after each failure, each time a little otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random


class Backoff:
    """Doubles from `lowest_s` up to `highest_s`, with up to a fifth more or less at random.

    The jitter keeps clients that lost the same leader from coming back in step.
    """

    JITTER = 0.2

    def __init__(self, lowest_s: float, highest_s: float, rng: random.Random) -> None:
        self._lowest_s = lowest_s
        self._highest_s = highest_s
        self._rng = rng
        self._failures = 0

    def next_s(self) -> float:
        """Count a failure; return how long to wait after it."""
        wait_s = min(self._highest_s, self._lowest_s * float(2 ** min(self._failures, 30)))
        self._failures += 1
        return wait_s * self._rng.uniform(1 - self.JITTER, 1 + self.JITTER)

    def reset(self) -> None:
        """Count a success: the next failure is the first again."""
        self._failures = 0
