"""What somebody waits for: conditions that are looked at after each turn of a node."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class Conditions:
    """Those that were not true yet, each with the future of whoever waits.

    `look` is to be called when anything may have changed, `end` when nothing will any more.
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[Callable[[], object], asyncio.Future[object]]] = []

    async def until(self, condition: Callable[[], T]) -> T:
        """Wait until a condition is true, now or at a later look; what it gave.

        Whatever the condition raises is raised here.
        """
        found = condition()
        if found:
            return found
        waiting: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        self._waiting.append((condition, waiting))
        return await waiting  # type: ignore[return-value]  # what the condition gave

    def look(self) -> None:
        """Wake those whose condition is true."""
        if not self._waiting:
            return
        waiting, self._waiting = self._waiting, []
        for condition, future in waiting:
            if not future.done():
                self._try(condition, future)

    def _try(self, condition: Callable[[], object], future: asyncio.Future[object]) -> None:
        try:
            found = condition()
        except Exception as error:  # noqa: BLE001 - it belongs to whoever waits, not to the turn
            future.set_exception(error)
            return
        if found:
            future.set_result(found)
        else:
            self._waiting.append((condition, future))

    def end(self, error: Exception) -> None:
        """Tell all who wait that it will not come."""
        for _, future in self._waiting:
            if not future.done():
                future.set_exception(error)
        self._waiting.clear()
