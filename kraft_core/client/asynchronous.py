"""The client's logic over asyncio streams: the steps of `blocking`, awaited."""

from __future__ import annotations

import asyncio
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, TypeVar, assert_never

from kraft_core.client.errors import ConnectionLostError, connection_lost
from kraft_core.client.steps import (
    AskTime,
    Connect,
    Deliver,
    Disconnect,
    Enter,
    Leave,
    Receive,
    Send,
    Sleep,
)
from kraft_core.net.addresses import Addresses

if TYPE_CHECKING:
    import ssl
    from collections.abc import AsyncGenerator

    from kraft_core.client.settings import Endpoint
    from kraft_core.client.steps import Operation

T = TypeVar("T")

CHUNK_BYTES = 262_144


class _Connection:
    """Streams used by several operations: one of them reads, the others check again afterwards."""

    def __init__(
        self, endpoint: Endpoint, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.endpoint = endpoint
        self.users = 0
        self._reader = reader
        self._writer = writer
        self._reading: asyncio.Future[None] | None = None

    async def send(self, data: bytes) -> None:
        self._writer.write(data)  # at once and whole: frames of two operations do not mix
        await self._writer.drain()

    async def receive(self) -> bytes | None:
        """Read; None after another operation has read or has given up reading."""
        if self._reading is not None:
            await asyncio.shield(self._reading)
            return None
        reading = self._reading = asyncio.get_running_loop().create_future()
        try:
            return await self._reader.read(CHUNK_BYTES)
        finally:
            # waiting tasks resume after the reader has taken its chunk
            self._reading = None
            reading.set_result(None)

    def abort(self) -> None:
        self._writer.transport.abort()  # nothing unsent is worth waiting for


class AsyncDriver:
    """Performs steps in the running event loop, of any number of operations at a time."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self._tls = tls
        self._addresses = Addresses()
        self._connections: dict[int, _Connection] = {}
        self._last_number = 0
        self._closures = 0
        self._turn = asyncio.Lock()

    def close(self) -> None:
        """Close the open connections. Pending requests end with ConnectionLostError."""
        self._closures += 1
        for number in list(self._connections):
            self._close(number)

    def _close(self, number: int) -> None:
        connection = self._connections.pop(number, None)
        if connection is not None:
            connection.abort()

    async def run(self, operation: Operation[T]) -> T:
        """Run an operation to its end; its deliveries are dropped."""
        results: list[T] = []
        async for _ in self.iterate(operation, results):
            pass
        return results[0]

    async def iterate(
        self, operation: Operation[T], results: list[T] | None = None
    ) -> AsyncGenerator[object, None]:
        """Run an operation, yielding its deliveries; its result is put into `results`."""
        result: object = None
        failure: ConnectionLostError | None = None
        closures = self._closures
        has_turn = False
        try:
            while True:
                step = operation.send(result) if failure is None else operation.throw(failure)
                result = failure = None
                if isinstance(step, Deliver):
                    yield step.item
                    continue
                if closures != self._closures:
                    raise ConnectionLostError("the client was closed")
                match step:
                    case Enter():
                        await self._turn.acquire()
                        has_turn = True
                    case Leave():
                        self._turn.release()
                        has_turn = False
                    case _:
                        try:
                            result = await self._perform(step)
                        except ConnectionLostError as error:
                            failure = error
        except StopIteration as end:
            if results is not None:
                results.append(end.value)
        finally:
            operation.close()
            if has_turn:
                self._turn.release()

    async def _perform(
        self, step: Connect | Send | Receive | Disconnect | Sleep | AskTime
    ) -> object:
        match step:
            case Connect():
                return await self._connect(step)
            case Send() | Receive():
                return await self._use(step)
            case Disconnect():
                self._close(step.connection)
            case Sleep():
                await asyncio.sleep(step.seconds)
            case AskTime():
                return time.monotonic()
            case _:
                assert_never(step)
        return None

    async def _use(self, step: Send | Receive) -> bytes | None:
        connection = self._connections.get(step.connection)
        if connection is None:
            raise ConnectionLostError("there is no connection")
        connection.users += 1
        try:
            async with asyncio.timeout(step.timeout_s):
                if isinstance(step, Receive):
                    return await connection.receive()
                await connection.send(step.data)
                return None
        except OSError as error:
            self._close(step.connection)
            raise connection_lost(connection.endpoint, error) from None
        except BaseException:
            # of any kind, raised again: after a cancellation, say, the answer to this request would
            # reach the next one, unless others use the connection, which match responses by
            # correlation id
            if connection.users == 1:
                self._close(step.connection)
            raise
        finally:
            connection.users -= 1

    async def _open(self, endpoint: Endpoint) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        opened = await self._addresses.connect(endpoint.host, endpoint.port)
        with ExitStack() as undone:
            undone.callback(opened.close)
            name = None if self._tls is None else endpoint.host
            streams = await asyncio.open_connection(
                sock=opened, ssl=self._tls, server_hostname=name
            )
            undone.pop_all()
        return streams

    async def _connect(self, step: Connect) -> int:
        for number, connection in list(self._connections.items()):
            if not connection.users:
                self._close(number)
        closures = self._closures
        try:
            async with asyncio.timeout(step.timeout_s):
                streams = await self._open(step.endpoint)
        except OSError as error:
            raise connection_lost(step.endpoint, error) from None
        opened = _Connection(step.endpoint, *streams)
        if closures != self._closures:
            opened.abort()
            raise ConnectionLostError("the client was closed")
        self._last_number += 1
        self._connections[self._last_number] = opened
        return self._last_number
