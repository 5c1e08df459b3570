"""When each record is due, at a steady rate from a beginning on (ThroughputThrottler)."""

from __future__ import annotations

import math


class Throttle:
    """Due times at so many records a second, which is above 0; all times in milliseconds."""

    def __init__(self, records_per_s: int) -> None:
        self._records_per_s = records_per_s
        self._begun_ms = 0

    def reset(self, now_ms: int) -> None:
        """Count from now on."""
        self._begun_ms = now_ms

    def due_ms(self, number: int) -> int:
        """When the record of that number, counted from 1 on, is due."""
        return self._begun_ms + math.floor(number / self._records_per_s * 1000 + 0.5)

    def due_by(self, now_ms: int) -> int:
        """How many records are due by now."""
        elapsed_ms = now_ms - self._begun_ms
        found = max(int((elapsed_ms + 0.5) * self._records_per_s / 1000), 0)
        while found and self.due_ms(found) > now_ms:
            found -= 1
        while self.due_ms(found + 1) <= now_ms:
            found += 1
        return found
