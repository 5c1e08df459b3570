"""Virtual time: a heap of callbacks, and the drifting clock of each node."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable


_AT_ONE_INSTANT_MAX: Final = 100_000


class TimeStandsStillError(Exception):
    """Callbacks of one instant trigger each other without end."""


class Timeline:
    """The one clock of a simulation. `now_ms` moves from callback to callback."""

    def __init__(self) -> None:
        self.now_ms = 0
        self._order = 0
        self._order_then = 0
        """The number of callbacks when time last advanced."""
        self._waiting: list[tuple[int, int, Callable[[], None]]] = []

    def at(self, delay_ms: int, action: Callable[[], None]) -> None:
        """Call `action` after `delay_ms`; 0 means after all actions that are already due.

        Raises ValueError for a time in the past.
        """
        if delay_ms < 0:
            raise ValueError(f"{-delay_ms} ms ago")
        self._order += 1
        heappush(self._waiting, (self.now_ms + delay_ms, self._order, action))

    def run_until(self, end_ms: int) -> None:
        """Run everything that is due by then.

        Raises TimeStandsStillError where that has no end.
        """
        waiting = self._waiting
        while waiting and waiting[0][0] <= end_ms:
            at_ms, _, action = heappop(waiting)
            if at_ms != self.now_ms:
                self.now_ms, self._order_then = at_ms, self._order
            elif self._order - self._order_then > _AT_ONE_INSTANT_MAX:
                raise TimeStandsStillError(f"at {at_ms} ms")
            action()
        self.now_ms = max(end_ms, self.now_ms)

    def run_while(self, goes_on: Callable[[], bool], limit_ms: int, every_ms: int = 20) -> bool:
        """Run while a condition holds, checked at intervals; False if the limit came first."""
        end_ms = self.now_ms + limit_ms
        while goes_on():
            if self.now_ms >= end_ms:
                return False
            self.run_until(min(self.now_ms + every_ms, end_ms))
        return True


WALL_START_MS: Final = 1_700_000_000_000
_MILLION: Final = 1_000_000


class DriftingClock:
    """The port `Clock`. Its monotonic time drifts by a number of ppm.

    `on_change` is called when the drift changes: an alarm that was set would then fire too late.
    """

    def __init__(self, timeline: Timeline, on_change: Callable[[], None] = lambda: None) -> None:
        self._timeline = timeline
        self._on_change = on_change
        self._drift_ppm = 0
        self._since_ms = timeline.now_ms
        self._then_ms = timeline.now_ms
        self.skew_ms = 0
        """How far wall time is ahead of true time."""

    @property
    def drift_ppm(self) -> int:
        """Millionths by which it is fast, above minus a million."""
        return self._drift_ppm

    @drift_ppm.setter
    def drift_ppm(self, drift_ppm: int) -> None:
        self._then_ms = self.now_ms()
        self._since_ms = self._timeline.now_ms
        self._drift_ppm = drift_ppm
        self._on_change()

    def now_ms(self) -> int:
        """Return the monotonic time of this node."""
        passed_ms = self._timeline.now_ms - self._since_ms
        if not self._drift_ppm:
            return self._then_ms + passed_ms
        return self._then_ms + passed_ms * (_MILLION + self._drift_ppm) // _MILLION

    def wall_ms(self) -> int:
        """Return the wall time of this node's clock."""
        return WALL_START_MS + self._timeline.now_ms + self.skew_ms

    def true_delay_ms(self, instant_ms: int) -> int:
        """Return the true delay until this clock shows that instant; 0 if it has passed.

        The delay is exact: one millisecond too early would make an alarm fire repeatedly.
        """
        left_ms = instant_ms - self._then_ms
        if self._drift_ppm:
            left_ms = -(-left_ms * _MILLION // (_MILLION + self._drift_ppm))
        return max(left_ms - (self._timeline.now_ms - self._since_ms), 0)
