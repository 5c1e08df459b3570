"""The client's logic over asyncio streams: the same steps as `blocking`, awaited."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, TypeVar, assert_never

from kraft_core.client.errors import ConnectionLostError, connection_lost
from kraft_core.client.steps import AskTime, Connect, Deliver, Disconnect, Receive, Send, Sleep

if TYPE_CHECKING:
    import ssl
    from collections.abc import AsyncGenerator

    from kraft_core.client.endpoints import Endpoint
    from kraft_core.client.steps import Operation

T = TypeVar("T")

CHUNK_BYTES = 262_144


class AsyncDriver:
    """Performs steps in the running event loop."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self._tls = tls
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._endpoint: Endpoint | None = None

    def close(self) -> None:
        """Close the connection, if one is open."""
        if self._streams is None:
            return
        _, writer = self._streams
        self._streams = None
        writer.transport.abort()  # nothing unsent is worth waiting for

    async def run(self, operation: Operation[T]) -> T:
        """Drive an operation to its end; what it delivers is dropped."""
        results: list[T] = []
        async for _ in self.iterate(operation, results):
            pass
        return results[0]

    async def iterate(
        self, operation: Operation[T], results: list[T] | None = None
    ) -> AsyncGenerator[object, None]:
        """Drive an operation, yielding what it delivers; its result is put into `results`."""
        result: object = None
        failure: ConnectionLostError | None = None
        try:
            while True:
                step = operation.send(result) if failure is None else operation.throw(failure)
                result = failure = None
                if isinstance(step, Deliver):
                    yield step.item
                    continue
                try:
                    result = await self._perform(step)
                except OSError as error:
                    self.close()
                    failure = connection_lost(self._endpoint, error)
        except StopIteration as end:
            if results is not None:
                results.append(end.value)
        finally:
            operation.close()

    async def _perform(
        self, step: Connect | Send | Receive | Disconnect | Sleep | AskTime
    ) -> object:
        match step:
            case Connect():
                await self._connect(step)
            case Send():
                writer = self._open_streams()[1]
                writer.write(step.data)
                async with asyncio.timeout(step.timeout_s):
                    await writer.drain()
            case Receive():
                async with asyncio.timeout(step.timeout_s):
                    return await self._open_streams()[0].read(CHUNK_BYTES)
            case Disconnect():
                self.close()
            case Sleep():
                await asyncio.sleep(step.seconds)
            case AskTime():
                return time.monotonic()
            case _:
                assert_never(step)
        return None

    async def _connect(self, step: Connect) -> None:
        self.close()
        self._endpoint = step.endpoint
        async with asyncio.timeout(step.timeout_s):
            self._streams = await asyncio.open_connection(
                step.endpoint.host, step.endpoint.port, ssl=self._tls
            )

    def _open_streams(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None:
            raise ConnectionResetError("there is no connection")
        return self._streams
