"""The only way to wait in tests: until a condition holds; a failure names the condition."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

TIMEOUT_S = 120.0
"""Far above any duration on a busy machine: a test that passes never waits so long."""


def wait_until(
    condition: Callable[[], T], what: str, timeout_s: float = TIMEOUT_S, *, pause_s: float = 0.02
) -> T:
    """Call `condition` until it is true and return its value; raise TimeoutError with `what`."""
    deadline = time.monotonic() + timeout_s
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"timed out after {timeout_s:g} s waiting for {what}")
        time.sleep(pause_s)
    return value


async def wait_until_async(
    condition: Callable[[], T | Awaitable[T]],
    what: str,
    timeout_s: float = TIMEOUT_S,
    *,
    pause_s: float = 0.01,
) -> T:
    """Wait without blocking the event loop; the condition can be a coroutine function."""
    deadline = time.monotonic() + timeout_s
    while True:
        value = condition()
        if isinstance(value, Awaitable):
            value = await value
        if value:
            return value
        if time.monotonic() > deadline:
            raise TimeoutError(f"timed out after {timeout_s:g} s waiting for {what}")
        await asyncio.sleep(pause_s)


def place_of(condition: Callable[[], object]) -> str:
    """Return file and line of a condition, for use as its description."""
    code = condition.__code__
    return f"the condition at {Path(code.co_filename).name}:{code.co_firstlineno}"
