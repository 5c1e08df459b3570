"""Large requests: decoded, and their answers encoded, by one worker thread, few at a time."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from enum import Enum, auto
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kraft_core.node.transport.states import State
from kraft_wire.errors import WireError
from kraft_wire.headers import encode_response_buffers

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.node.transport.connection import Connection
    from kraft_core.node.transport.frames import RequestHead
    from kraft_core.node.transport.memory import RequestMemory
    from kraft_wire.connection import RequestReceived
    from kraft_wire.message import Message

_AT_ONCE: Final = 2
"""Large requests that are decoded and not answered yet. Others wait as bytes."""

_REST_SHARE: Final = 2.0
_REST_DEBT_S: Final = 0.1
"""The worker rests twice as long as it has worked before it decodes the next large request, as far
as that is more than this. It takes the GIL from the event loop while it builds objects."""


class Worker(Enum):
    """The worker's decision whether it decodes the next request now."""

    READY = auto()
    RESTING = auto()
    CLOSED = auto()


class _Waiting(NamedTuple):
    connection: Connection
    head: RequestHead
    payload: bytes | memoryview


class LargeRequests:
    """The worker and its queue. `fail` ends a connection whose request cannot be served."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        memory: RequestMemory,
        fail: Callable[[Connection, str], None],
    ) -> None:
        self.state = Worker.READY
        self._loop = loop
        self._memory = memory
        self._fail = fail
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="kraft-requests")
        self._waiting: deque[_Waiting] = deque()
        self._unanswered: set[Connection] = set()
        self._rest_until_s = 0.0

    def __len__(self) -> int:
        return len(self._unanswered)

    def close(self) -> None:
        """Stop the thread and drop requests that are not decoded."""
        self.state = Worker.CLOSED
        self._worker.shutdown(wait=False, cancel_futures=True)
        self._waiting.clear()

    def decode(
        self, connection: Connection, head: RequestHead, payload: bytes | memoryview
    ) -> None:
        """Queue a request; the worker decodes it once fewer large requests are unanswered."""
        self._waiting.append(_Waiting(connection, head, payload))
        self._memory.count(len(payload))
        self._next()

    def encode(
        self, connection: Connection, request: RequestReceived, build: Callable[[], Message]
    ) -> None:
        """Queue an answer for the worker, which builds and encodes it."""

        def encoded() -> list[bytes | memoryview] | WireError:
            try:
                return encode_response_buffers(build(), request.api_version, request.correlation_id)
            except WireError as error:
                return error

        self._submit(connection, encoded, partial(connection.encoded, request))

    def end(self, connection: Connection) -> None:
        """Note that a large request was answered or abandoned."""
        self._unanswered.discard(connection)
        self._next()

    def _next(self) -> None:
        while self._waiting and len(self._unanswered) < _AT_ONCE:
            if not self._is_ready():
                return
            connection, head, payload = self._waiting.popleft()
            if connection.state is State.CLOSED:
                self._memory.count(-len(payload))
                continue
            self._unanswered.add(connection)
            decoded = partial(self._decoded, connection, len(payload))
            self._submit(connection, partial(connection.read, head, payload), decoded)

    def _is_ready(self) -> bool:
        """Return False while the worker rests; it continues by itself afterwards."""
        rest_s = self._rest_until_s - self._loop.time() - _REST_DEBT_S
        if self.state is Worker.READY and rest_s > 0:
            self.state = Worker.RESTING
            self._loop.call_later(rest_s, self.end_rest)
        return self.state is Worker.READY

    def end_rest(self) -> None:
        """Continue after the rest."""
        if self.state is Worker.RESTING:
            self.state = Worker.READY
            self._next()

    def _decoded(self, connection: Connection, size: int, result: Any) -> None:
        self._memory.count(-size)
        if connection.state is State.CLOSED:
            self.end(connection)
        connection.decoded(*result)

    def _submit(
        self, connection: Connection, action: Callable[[], Any], done: Callable[[Any], None]
    ) -> None:
        if self.state is Worker.CLOSED:
            return

        def timed() -> tuple[Any, float]:
            begun_s = time.thread_time()
            result = action()
            return result, time.thread_time() - begun_s

        def finished(future: asyncio.Future[tuple[Any, float]]) -> None:
            if future.cancelled():
                return
            error = future.exception()
            if error is None:
                result, cpu_s = future.result()
                rested_s = max(self._rest_until_s, self._loop.time())
                self._rest_until_s = rested_s + cpu_s * _REST_SHARE
                done(result)
                return
            self._fail(connection, f"its request cannot be served: {error!r}")
            self.end(connection)

        future = asyncio.wrap_future(self._worker.submit(timed), loop=self._loop)
        future.add_done_callback(finished)
