"""Bounds on what one seed may take: time by a timer, memory by the limit of the process."""

from __future__ import annotations

import contextlib
import gc
import signal
import threading
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType


_SOON_S: Final = 0.001
_AGAIN_S: Final = 1.0
"""When the exception is raised once more: where it came in a `__del__`, Python dropped it."""


class SeedTimeout(BaseException):
    """The time of a seed is over."""


@contextlib.contextmanager
def time_limit(milliseconds: int | None) -> Iterator[None]:
    """Raise SeedTimeout in the block when the time is over.

    Only the main thread can be interrupted, and only where the system has interval timers.
    """
    can = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if milliseconds is None or not can:
        yield
        return
    began = time.monotonic()
    alarm = _Alarm()
    before = signal.signal(signal.SIGALRM, alarm.ring)
    left_s, interval_s = signal.setitimer(signal.ITIMER_REAL, milliseconds / 1000, _AGAIN_S)
    try:
        with alarm.collections_watched():
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left_s:  # somebody else's timer goes on
            left_s = max(left_s - (time.monotonic() - began), _SOON_S)
            signal.setitimer(signal.ITIMER_REAL, left_s, interval_s)


@contextlib.contextmanager
def memory_limit(mebibytes: int | None) -> Iterator[None]:
    """Let the process have no more address space in the block: more is a MemoryError."""
    if mebibytes is None:
        yield
        return
    import resource  # noqa: PLC0415 - not there on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = mebibytes << 20
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


class _Alarm:
    """Raises when the time is over, but behind a collection of garbage.

    Python drops what is raised in a callback of the collector, or of a weak reference.
    """

    def __init__(self) -> None:
        self._is_collecting = False

    def ring(self, _: int, __: FrameType | None) -> None:
        """Handle the signal."""
        if self._is_collecting:
            signal.setitimer(signal.ITIMER_REAL, _SOON_S, _AGAIN_S)
        else:
            raise SeedTimeout

    @contextlib.contextmanager
    def collections_watched(self) -> Iterator[None]:
        """Know of collections: from before the first callback until behind the last one."""
        gc.callbacks.insert(0, self._begin)
        gc.callbacks.append(self._end)
        try:
            yield
        finally:
            gc.callbacks.remove(self._begin)
            gc.callbacks.remove(self._end)

    def _begin(self, phase: str, _: object) -> None:
        self._is_collecting |= phase == "start"

    def _end(self, phase: str, _: object) -> None:
        self._is_collecting &= phase != "stop"
