"""The clocks of one node: one that drifts, and one whose wall time is off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.simulation.timeline import Timeline

WALL_START_MS: Final = 1_700_000_000_000
_MILLION: Final = 1_000_000


class DriftingClock:
    """The port `Clock`. Its monotonic time runs by so many millionths too fast or too slow.

    `on_change` is called when its speed has changed: an alarm that was set may ring too late then.
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
        """Monotonic time of this node."""
        passed_ms = self._timeline.now_ms - self._since_ms
        if not self._drift_ppm:
            return self._then_ms + passed_ms
        return self._then_ms + passed_ms * (_MILLION + self._drift_ppm) // _MILLION

    def wall_ms(self) -> int:
        """Wall time as this node has it."""
        return WALL_START_MS + self._timeline.now_ms + self.skew_ms

    def true_delay_ms(self, instant_ms: int) -> int:
        """How long it really takes until this clock shows that instant; 0 if it has come.

        Exact: not a millisecond too early, which would have an alarm ring again and again.
        """
        left_ms = instant_ms - self._then_ms
        if self._drift_ppm:
            left_ms = -(-left_ms * _MILLION // (_MILLION + self._drift_ppm))
        return max(left_ms - (self._timeline.now_ms - self._since_ms), 0)
