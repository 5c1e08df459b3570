"""An event loop in a thread of its own, so that tests may wait and kill meanwhile."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

T = TypeVar("T")
PATIENCE_S = 60


class LoopThread:
    """A context manager. What still runs in the loop when it is left, is cancelled."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.run(self._cancel())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def run(self, step: Coroutine[object, object, T]) -> T:
        """Run something there and wait for its end."""
        return asyncio.run_coroutine_threadsafe(step, self._loop).result(PATIENCE_S)

    def call(self, step: Callable[[], T]) -> T:
        """Call something there and wait for what it gives."""

        async def called() -> T:
            return step()

        return self.run(called())

    async def _cancel(self) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for each in others:
            each.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await self._loop.shutdown_asyncgens()
