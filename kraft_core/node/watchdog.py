"""A watch on the event loop: which call blocked it, for how long, and on what.

A timer of the loop notes that it runs. When it has not for a while, a thread looks at the stack of
the loop's thread: the innermost function of this project is what blocks. A machine that is out of
CPU looks the same, so the CPU time of the thread is measured too.
"""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

_LOOKS_PER_THRESHOLD: Final = 4
_OUR_PACKAGES: Final = ("kraft_core.", "kraft_wire.")
_TURNS_MAX: Final = 100


@dataclass(slots=True)
class Stalls:
    """Number and total seconds of a function's stalls of the event loop."""

    count: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Stall:
    """A stall of the event loop in `turn`, a function; `cpu_s` is the CPU time within it."""

    turn: str
    seconds: float
    cpu_s: float


class Watchdog:
    """Watches the running event loop. `on_stall` is called in a separate thread.

    `by_turn` counts stalls by function, `longest_s` is the longest one.
    """

    def __init__(self, threshold_ms: int, on_stall: Callable[[Stall], None]) -> None:
        self.by_turn: dict[str, Stalls] = {}
        self.longest_s = 0.0
        self._threshold_s = threshold_ms / 1000
        self._look_s = self._threshold_s / _LOOKS_PER_THRESHOLD
        self._limit_s = self._threshold_s + self._look_s
        self._on_stall = on_stall
        self._loop = asyncio.get_running_loop()
        self._ident = threading.get_ident()
        has_clock = hasattr(time, "pthread_getcpuclockid")  # not on macOS
        self._clock = time.pthread_getcpuclockid(self._ident) if has_clock else None
        self._stopped = threading.Event()
        self._seen = (time.monotonic(), time.thread_time())
        self._unnamed: Stall | None = None
        self._beat()
        self._thread = threading.Thread(target=self._watch, name="kraft-watchdog", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop watching. Use it in the event loop's thread."""
        self._stopped.set()
        self._timer.cancel()
        self._thread.join()

    def _beat(self) -> None:
        """Note that the loop runs, and the stall that ended before the watching thread looked.

        After a stop of the whole process either thread can run first.
        """
        before, now = self._seen, (time.monotonic(), time.thread_time())
        if now[0] - before[0] > self._limit_s:
            self._unnamed = Stall(_turn_of(None), now[0] - before[0], now[1] - before[1])
        self._seen = now
        self._timer = self._loop.call_later(self._look_s, self._beat)

    def _watch(self) -> None:
        while not self._stopped.wait(self._look_s):
            seen = self._seen
            if time.monotonic() - seen[0] > self._limit_s:
                self._follow(seen)
            elif (stall := self._unnamed) is not None:
                self._unnamed = None
                self._note(stall)

    def _follow(self, seen: tuple[float, float]) -> None:
        """Find the blocking call, then wait until it ends."""
        turn = _turn_of(sys._current_frames().get(self._ident))
        while self._seen is seen and not self._stopped.wait(self._look_s):
            pass
        since_s, cpu_since_s = seen
        clock = self._clock
        cpu_s = 0.0 if clock is None else time.clock_gettime(clock) - cpu_since_s
        self._unnamed = None  # the same stall, which has a name here
        self._note(Stall(turn, time.monotonic() - since_s, cpu_s))

    def _note(self, stall: Stall) -> None:
        turn = stall.turn
        self.longest_s = max(self.longest_s, stall.seconds)
        if turn in self.by_turn or len(self.by_turn) < _TURNS_MAX:
            stalls = self.by_turn.setdefault(turn, Stalls())
            stalls.count += 1
            stalls.seconds += stall.seconds
        self._on_stall(stall)


def _turn_of(frame: FrameType | None) -> str:
    """Return the innermost function of this project on a stack, else the innermost one."""
    innermost = "unknown" if frame is None else _name(frame)
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith(_OUR_PACKAGES):
            return _name(frame)
        frame = frame.f_back
    return innermost


def _name(frame: FrameType) -> str:
    return f"{frame.f_globals.get('__name__', '?')}.{frame.f_code.co_qualname}"
