"""Waiting until something is so, and saying in the failure what it was that did not come."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

T = TypeVar("T")

TIMEOUT_S = 60.0
"""Far above what anything here takes on a busy machine: a pass never waits this long."""

_PAUSE_S = 0.02


def until(condition: Callable[[], T], what: str, timeout_s: float = TIMEOUT_S) -> T:
    """Call `condition` until it is true and return what it gave."""
    end = time.monotonic() + timeout_s
    while not (found := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"timed out after {timeout_s:g} s waiting for {what}")
        time.sleep(_PAUSE_S)
    return found


async def until_async(
    condition: Callable[[], T | Awaitable[T]], what: str, timeout_s: float = TIMEOUT_S
) -> T:
    """The same in the running event loop; `condition` may be a coroutine function."""
    end = time.monotonic() + timeout_s
    while True:
        given = condition()
        found = await given if asyncio.iscoroutine(given) else given
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError(f"timed out after {timeout_s:g} s waiting for {what}")
        await asyncio.sleep(_PAUSE_S)
