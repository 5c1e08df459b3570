"""The lines that a leader prints while its records commit, byte for byte those of Kafka."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING, Final

from kraft_core.perf.commit_window import CommitWindow

if TYPE_CHECKING:
    from collections.abc import Callable

_INTERVAL_MS: Final = 5000


def java_fixed(number: float, digits: int) -> str:
    """A number with so many digits behind the point, as Java's `%.Nf` rounds: half up."""
    if not math.isfinite(number):
        return "NaN" if math.isnan(number) else "Infinity"
    return str(Decimal(repr(number)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))


class CommitStatistics:
    """Gathers what was committed and tells of it every five seconds, while anything is.

    `tell` takes one line. The first interval begins with `begun_ms`.
    """

    def __init__(self, begun_ms: int, tell: Callable[[str], None]) -> None:
        self._told_ms = begun_ms
        self._tell = tell
        self._window = CommitWindow()

    def record(self, now_ms: int, latency_ms: int, size: int, count: int) -> None:
        """So many records of that size were committed after the same time."""
        self._window.record(now_ms, latency_ms, size, count)
        if now_ms - self._told_ms >= _INTERVAL_MS:
            self._told_ms = now_ms
            self._tell(self._line(now_ms))

    def _line(self, now_ms: int) -> str:
        window = self._window
        rate = java_fixed(window.bytes_per_s(now_ms), 2)
        latencies = " ".join(
            f"{java_fixed(window.percentile_ms(now_ms, percent), 1)} {name}"
            for percent, name in ((75, "p75"), (99, "p99"), (99.9, "p999"))
        )
        return f"Throughput (bytes/second): {rate}, Latency (ms): {latencies}"
