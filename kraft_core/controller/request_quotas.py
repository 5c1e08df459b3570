"""The quota `request_percentage`: the share of a thread for a client's requests (KIP-124).

Follows ClientRequestQuotaManager, ClientQuotaManager and the metrics library's Rate. The time that
a request took is counted for the user, the client id or both, whichever has the quota. The rate is
an average over `quota.window.num` windows of `quota.window.size.seconds`. Above its quota a client
gets a throttle time of at most one window, and its connection is not read for that time.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kraft_core.config.properties import INT_MAX
from kraft_core.controller.requests.quotas import quota_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kraft_core.controller.requests.quotas import Entity, Tags

KEY: Final = "request_percentage"
RATES_MAX: Final = 10_000
"""Clients whose time is counted; of more, those unused for longest start again."""

_WINDOWS: Final = "quota.window.num"
_WINDOW_S: Final = "quota.window.size.seconds"
_PERCENT_OF_NS: Final = 100 / 1_000_000_000
"""Percent of a thread, for a second, in a nanosecond (NANOS_TO_PERCENTAGE_PER_SECOND)."""


@dataclass(slots=True)
class _Sample:
    start_ms: int
    last_ms: int
    value: float = 0.0

    def reset(self, now_ms: int) -> None:
        self.start_ms = self.last_ms = now_ms
        self.value = 0.0


class Rate:
    """An average per second over windows, as Kafka's Rate of a WindowedSum (SampledStat)."""

    def __init__(self, windows: int, window_ms: int, now_ms: int) -> None:
        self._windows = windows
        self._window_ms = window_ms
        self._samples = [_Sample(now_ms, now_ms)]
        self._current = 0

    def record(self, value: float, now_ms: int) -> None:
        """Add to the current window."""
        sample = self._samples[self._current]
        if now_ms - sample.start_ms >= self._window_ms:
            # one sample more than windows: the oldest sample can overlap the measured time
            self._current = (self._current + 1) % (self._windows + 1)
            if self._current == len(self._samples):
                self._samples.append(_Sample(now_ms, now_ms))
            sample = self._samples[self._current]
            sample.reset(now_ms)
        sample.value += value
        sample.last_ms = now_ms

    def throttle_ms(self, bound: float, now_ms: int) -> int:
        """Return how long until the average reaches the bound if nothing is added (QuotaUtils)."""
        for sample in self._samples:
            if now_ms - sample.last_ms >= self._windows * self._window_ms:
                sample.reset(now_ms)
        total = sum(sample.value for sample in self._samples)
        elapsed_ms = now_ms - min(sample.start_ms for sample in self._samples)
        # a client that has just begun is measured as if it had been silent before (Rate.windowSize)
        missing = self._windows - 1 - elapsed_ms // self._window_ms
        elapsed_ms = max(elapsed_ms + max(missing, 0) * self._window_ms, 1)
        average = total / (elapsed_ms / 1000)
        if average <= bound or math.isnan(bound):
            return 0
        if bound <= 0:
            return INT_MAX
        excess_ms = min((average - bound) / bound * elapsed_ms, INT_MAX)
        return math.floor(excess_ms + 0.5)  # Math.round


class RequestQuotas:
    """The rates of all clients that have a quota. `static` is the file of the controller."""

    def __init__(self, static: Mapping[str, str]) -> None:
        self.throttled = 0
        """Requests whose clients had to wait."""
        self._windows = int(static.get(_WINDOWS, "11"))
        self._window_ms = int(static.get(_WINDOW_S, "1")) * 1000
        self._quotas: Mapping[Entity, Mapping[str, float]] = {}
        self._rates: OrderedDict[Tags, Rate] = OrderedDict()

    def use(self, quotas: Mapping[Entity, Mapping[str, float]]) -> None:
        """Replace the quotas. Counts stay, as a metric keeps its samples in Kafka."""
        self._quotas = quotas
        if not quotas:
            self._rates.clear()

    def charge(self, user: str, client_id: str, time_ns: int, now_ms: int) -> int:
        """Count time for a client. Return how long it must wait, in milliseconds."""
        found = self._record(user, client_id, time_ns, now_ms)
        if found is None:
            return 0
        rate, bound = found
        # ClientRequestQuotaManager.throttleTime is at most a window: brokers send requests here
        # too, and their heartbeats must not be delayed for longer
        throttle_ms = min(rate.throttle_ms(bound, now_ms), self._window_ms)
        self.throttled += throttle_ms > 0
        return throttle_ms

    def note(self, user: str, client_id: str, time_ns: int, now_ms: int) -> None:
        """Count time that its next request pays for (recordNoThrottle)."""
        self._record(user, client_id, time_ns, now_ms)

    def _record(
        self, user: str, client_id: str, time_ns: int, now_ms: int
    ) -> tuple[Rate, float] | None:
        if not self._quotas:
            return None
        found = quota_of(self._quotas, KEY, user, client_id)
        if found is None:
            return None
        tags, bound = found
        rate = self._rates.get(tags)
        if rate is None:
            rate = self._rates[tags] = Rate(self._windows, self._window_ms, now_ms)
            if len(self._rates) > RATES_MAX:
                self._rates.popitem(last=False)
        else:
            self._rates.move_to_end(tags)
        rate.record(time_ns * _PERCENT_OF_NS, now_ms)
        return rate, bound
