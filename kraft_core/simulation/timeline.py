"""Virtual time: callbacks in the order of their instants, those of one instant as they were put."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_AT_ONE_INSTANT_MAX: Final = 100_000


class TimeStandsStillError(Exception):
    """Callbacks of one instant cause each other without an end."""


class Timeline:
    """The one clock of a simulation. `now_ms` moves from callback to callback."""

    def __init__(self) -> None:
        self.now_ms = 0
        self._order = 0
        self._order_then = 0
        """How many callbacks there had been when time went on last."""
        self._waiting: list[tuple[int, int, Callable[[], None]]] = []

    def at(self, delay_ms: int, action: Callable[[], None]) -> None:
        """Call it so many milliseconds from now; 0 means after what is due now already.

        Raises ValueError for a time that is past.
        """
        if delay_ms < 0:
            raise ValueError(f"{-delay_ms} ms ago")
        self._order += 1
        heappush(self._waiting, (self.now_ms + delay_ms, self._order, action))

    def run_until(self, end_ms: int) -> None:
        """Let everything happen that is due by then.

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
        """Run until it no longer holds, looked at every so often; False if the limit came first."""
        end_ms = self.now_ms + limit_ms
        while goes_on():
            if self.now_ms >= end_ms:
                return False
            self.run_until(min(self.now_ms + every_ms, end_ms))
        return True
