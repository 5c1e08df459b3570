"""Bounds on what one input may cost: processor time, and memory at its highest."""

from __future__ import annotations

import resource
import signal
import sys
import tracemalloc
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

CPU_SECONDS_MAX = 5.0
"""For one input, all checks included: hundreds of times what the slowest good one takes."""

PEAK_PER_BYTE = 1_000
"""Bytes that may be allocated for each byte of an input. One byte can be an element (a structure
of about 200 bytes), which the careful reader keeps as a node too."""


RESIDENT_GROWTH_MAX = 400_000_000
"""Bytes by which the process may grow: libraries in C do not ask Python for theirs. A zstd window
alone may take 128 MiB."""

_MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024


class HangError(BaseException):
    """An input that used up its time; no `except Exception` of the tested code may swallow it."""


class AppetiteError(AssertionError):
    """An input that made the code allocate beyond the bound."""


@contextmanager
def bounded_time(seconds: float = CPU_SECONDS_MAX) -> Iterator[None]:
    """Let HangError interrupt, wherever it is, what uses more processor time than that."""

    def interrupt(*_: object) -> None:
        raise HangError(f"more than {seconds} s of processor time")

    before = signal.signal(signal.SIGVTALRM, interrupt)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextmanager
def bounded_memory(bytes_max: int) -> Iterator[None]:
    """Raise AppetiteError if more than that was allocated at some moment."""
    tracemalloc.start(1)
    try:
        yield
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    if peak > bytes_max:
        raise AppetiteError(f"{peak} bytes allocated at once, where {bytes_max} are allowed")


class ResidentBound:
    """Watches how large the process has become since this was made."""

    def __init__(self) -> None:
        self._bound = self._highest() + RESIDENT_GROWTH_MAX

    def check(self) -> None:
        """Raise AppetiteError, once, if the process has outgrown the bound."""
        highest = self._highest()
        if highest > self._bound:
            self._bound = highest + RESIDENT_GROWTH_MAX
            raise AppetiteError(f"the process has grown to {highest} bytes")

    @staticmethod
    def _highest() -> int:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _MAXRSS_UNIT
