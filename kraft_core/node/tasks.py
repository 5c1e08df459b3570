"""The one owner of what a node has running in the event loop: its tasks and its timers."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine


class Timer:
    """A call that is due later, unless it is cancelled."""

    def __init__(self, owner: Tasks, call: Callable[[], None]) -> None:
        self._owner = owner
        self._call = call
        self.handle: asyncio.TimerHandle | None = None

    def cancel(self) -> None:
        """Do not call. Harmless after the call."""
        if self.handle is not None:
            self.handle.cancel()
            self.handle = None
        self._owner.forget(self)

    def ring(self) -> None:
        """Call it."""
        self.handle = None
        self._owner.forget(self)
        self._owner.guard(self._call)


class Tasks:
    """Starts tasks and timers, ends all of them, and reports what one of them raises to `fail`.

    asyncio only logs the exception of a timer or of a task that nobody awaits: a chore that should
    begin itself again would end without anybody noticing.
    """

    def __init__(self, fail: Callable[[BaseException], None]) -> None:
        self._fail = fail
        self._tasks: set[asyncio.Task[Any]] = set()
        self._timers: set[Timer] = set()
        self._is_closed = False

    def __len__(self) -> int:
        return len(self._tasks) + len(self._timers)

    def start(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """Run a coroutine as a task."""
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        if self._is_closed:
            task.cancel()
        return task

    def later(self, delay_s: float, call: Callable[[], None]) -> Timer:
        """Call a function after a time."""
        timer = Timer(self, call)
        if not self._is_closed:
            timer.handle = asyncio.get_running_loop().call_later(delay_s, timer.ring)
            self._timers.add(timer)
        return timer

    def forget(self, timer: Timer) -> None:
        """A timer has called or was cancelled."""
        self._timers.discard(timer)

    def guard(self, call: Callable[[], None]) -> None:
        """Call a function; what it raises is reported."""
        try:
            call()
        except BaseException as error:  # noqa: BLE001 - the node ends with it, whatever it is
            self._fail(error)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._fail(error)

    async def close(self) -> None:
        """Cancel everything and wait until it has ended; nothing can be started afterwards."""
        self._is_closed = True
        for timer in list(self._timers):
            timer.cancel()
        tasks = self._tasks - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
