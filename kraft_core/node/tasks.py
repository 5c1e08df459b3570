"""Tasks and timers of a node in the event loop, so that its end cancels all of them.

`Tasks` owns tasks and timers, `OpenTransports` the transports that are open, and `Conditions` holds
the callers that wait for something to become true after a turn.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine


# -- tasks and timers ------------------------------------------------------------------------------


class Timer:
    """A call that is due later, unless it is cancelled."""

    def __init__(self, owner: Tasks, call: Callable[[], None]) -> None:
        self._owner = owner
        self._call = call
        self.handle: asyncio.TimerHandle | None = None

    def cancel(self) -> None:
        """Cancel the call. Does nothing after the call."""
        if self.handle is not None:
            self.handle.cancel()
            self.handle = None
        self._owner.forget(self)

    def ring(self) -> None:
        """Call the function, and report its exception."""
        self.handle = None
        self._owner.forget(self)
        self._owner.guard(self._call)


class Tasks:
    """Starts tasks and timers, ends all of them, and reports their exceptions to `fail`.

    asyncio only logs the exception of a timer or of a task that is not awaited: periodic work that
    schedules itself would end unnoticed.
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
        """Forget a timer that has called or was cancelled."""
        self._timers.discard(timer)

    def guard(self, call: Callable[[], None]) -> None:
        """Call a function, and report its exception."""
        try:
            call()
        except BaseException as error:  # noqa: BLE001 - any error ends the node
            self._fail(error)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._fail(error)

    def stop(self) -> None:
        """Cancel everything, including what is due in this pass of the loop; start nothing more."""
        self._is_closed = True
        for timer in list(self._timers):
            timer.cancel()
        for task in self._others():
            task.cancel()

    async def close(self) -> None:
        """Stop, and wait until every task has ended."""
        self.stop()
        if tasks := self._others():
            await asyncio.wait(tasks)

    def _others(self) -> set[asyncio.Task[Any]]:
        return self._tasks - {asyncio.current_task()}


# -- transports ------------------------------------------------------------------------------------


class OpenTransports:
    """Remembers transports until they are lost."""

    def __init__(self) -> None:
        self._open: dict[asyncio.Transport, None] = {}
        self._none_left: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._open)

    def add(self, transport: asyncio.Transport) -> None:
        """Note an open transport."""
        self._open[transport] = None

    def remove(self, transport: asyncio.Transport | None) -> None:
        """Forget a lost transport; another one, or None, is ignored."""
        if transport is not None:
            self._open.pop(transport, None)
        if not self._open and self._none_left is not None and not self._none_left.done():
            self._none_left.set_result(None)

    async def closed(self, timeout_s: float) -> None:
        """Wait until all are lost; abort those still open after the timeout."""
        await self._wait(timeout_s)
        for transport in list(self._open):
            transport.abort()
        await self._wait(timeout_s)

    async def _wait(self, timeout_s: float) -> None:
        if self._open:
            self._none_left = asyncio.get_running_loop().create_future()
            await asyncio.wait((self._none_left,), timeout=timeout_s)


# -- conditions ------------------------------------------------------------------------------------

T = TypeVar("T")


class Conditions:
    """Conditions that are not true yet, each with the futures of its waiters.

    `look` is to be called when anything may have changed, `end` when nothing will any more.
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[Callable[[], object], asyncio.Future[object]]] = []

    async def until(self, condition: Callable[[], T]) -> T:
        """Wait until a condition is true, now or at a later check; return its value.

        Exceptions of the condition are raised here.
        """
        found = condition()
        if found:
            return found
        waiting: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        self._waiting.append((condition, waiting))
        return await waiting  # type: ignore[return-value]  # the condition's value

    def look(self) -> None:
        """Wake the waiters whose condition is true."""
        if not self._waiting:
            return
        waiting, self._waiting = self._waiting, []
        for condition, future in waiting:
            if not future.done():
                self._try(condition, future)

    def _try(self, condition: Callable[[], object], future: asyncio.Future[object]) -> None:
        try:
            found = condition()
        except Exception as error:  # noqa: BLE001 - the waiter gets it, not the turn
            future.set_exception(error)
            return
        if found:
            future.set_result(found)
        else:
            self._waiting.append((condition, future))

    def end(self, error: Exception) -> None:
        """Fail all waiters: the condition will not come true."""
        for _, future in self._waiting:
            if not future.done():
                future.set_exception(error)
        self._waiting.clear()
