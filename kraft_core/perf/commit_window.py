"""What was committed lately: rate and percentiles, computed as Kafka's Meter and Percentiles do.

Both stand on the same samples (SampledStat): three that take turns, each open for 30 seconds. A
figure is over all samples that had an event within the last minute. Kafka counts in floats of 32
bits, which shows in percentiles; so does this.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import Final

_SAMPLE_MS: Final = 30_000
_FULL_SAMPLES: Final = 2
_RING: Final = _FULL_SAMPLES + 1
BINS: Final = 250
"""One for each millisecond; the last is also that of everything longer."""
_FLOAT_COUNT_MAX: Final = 1 << 24
"""Adding 1 to a float of 32 bits ends here."""
_FLOAT: Final = struct.Struct("f")


def _float32(number: float) -> float:
    """The nearest number that a float of 32 bits can be."""
    found: float = _FLOAT.unpack(_FLOAT.pack(number))[0]
    return found


@dataclass(slots=True)
class _Sample:
    started_ms: int
    last_ms: int
    count: int = 0
    size: int = 0
    bins: list[int] = field(default_factory=lambda: [0] * BINS)


class CommitWindow:
    """Sizes and latencies of records by the time they were committed; all times in milliseconds."""

    def __init__(self) -> None:
        self._samples: list[_Sample] = []
        self._current = 0

    def record(self, now_ms: int, latency_ms: int, size: int, count: int = 1) -> None:
        """Take in so many records, of that many bytes each, that took the same time."""
        sample = self._open(now_ms)
        sample.size += size * count
        place = min(max(latency_ms, 0), BINS - 1)
        sample.bins[place] = min(sample.bins[place] + count, _FLOAT_COUNT_MAX)
        sample.count += count
        sample.last_ms = now_ms

    def bytes_per_s(self, now_ms: int) -> float:
        """The mean over the samples; time that no sample covers yet counts as idle."""
        self._forget_old(now_ms)
        if not self._samples:
            return 0.0
        elapsed_ms = now_ms - min(each.started_ms for each in self._samples)
        missing = _FULL_SAMPLES - 1 - elapsed_ms // _SAMPLE_MS
        elapsed_ms += max(missing, 0) * _SAMPLE_MS
        return sum(each.size for each in self._samples) / (max(elapsed_ms, 1) / 1000)

    def percentile_ms(self, now_ms: int, percent: float) -> float:
        """The latency that this share of the records did not exceed; not a number if none."""
        self._forget_old(now_ms)
        count = 0.0
        for each in self._samples:
            count = _float32(count + _float32(each.count))
        if not count:
            return float("nan")
        quantile, total = _float32(percent / 100), 0.0
        for place in range(BINS):
            for each in self._samples:
                total = _float32(total + each.bins[place])
            if _float32(total / count) > quantile:
                return float(place)
        return float("inf")

    def _open(self, now_ms: int) -> _Sample:
        """The sample that is being filled."""
        if not self._samples:
            self._samples.append(_Sample(now_ms, now_ms))
        if now_ms - self._samples[self._current].started_ms >= _SAMPLE_MS:
            self._current = (self._current + 1) % _RING
            self._samples[self._current : self._current + 1] = [_Sample(now_ms, now_ms)]
        return self._samples[self._current]

    def _forget_old(self, now_ms: int) -> None:
        oldest_ms = now_ms - _FULL_SAMPLES * _SAMPLE_MS
        for place, each in enumerate(self._samples):
            if each.last_ms <= oldest_ms:
                self._samples[place] = _Sample(now_ms, now_ms)
