"""Bounds on what one seed may take: time by a timer, memory by the limit of the process."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator


_SOON_S: Final = 0.001


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
    before = signal.signal(signal.SIGALRM, _time_is_over)
    left_s, interval_s = signal.setitimer(signal.ITIMER_REAL, milliseconds / 1000)
    try:
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


def _time_is_over(*_: Any) -> None:
    raise SeedTimeout
