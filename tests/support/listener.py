"""A listening port of a test that leaves no connection behind."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Listener:
    """Accepts connections on 127.0.0.1, and runs `serve` in a task for each of them.

    A server of asyncio leaves connections open if the event loop ends while it is closing: the
    accepted ones that it refuses, and those whose task has not taken its first step.
    """

    def __init__(self, serve: Serve) -> None:
        self._serve = serve
        self._listening: socket.socket | None = None
        self._opening: set[socket.socket] = set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: list[asyncio.Task[None]] = []

    def listen(self, port: int = 0) -> int:
        """Listen; the port is returned, which is a free one for 0."""
        self._listening = socket.create_server(("127.0.0.1", port))
        self._listening.setblocking(False)
        asyncio.get_running_loop().add_reader(self._listening, self._accept)
        bound: int = self._listening.getsockname()[1]
        return bound

    def close(self) -> None:
        """Stop listening and abort every connection."""
        if self._listening is not None:
            asyncio.get_running_loop().remove_reader(self._listening)
            self._listening.close()
            self._listening = None
        self.cut()

    def cut(self) -> None:
        """Abort every connection."""
        self._opening.clear()
        for writer in self._writers:
            writer.transport.abort()

    async def end(self) -> None:
        """Close, and wait until every connection is closed; the first error is raised."""
        self.close()
        for error in await asyncio.gather(*self._tasks, return_exceptions=True):
            if error is not None:
                raise error

    def _accept(self) -> None:
        assert self._listening is not None
        with contextlib.suppress(BlockingIOError, ConnectionError):  # the peer may have gone away
            accepted, _ = self._listening.accept()
            accepted.setblocking(False)
            self._opening.add(accepted)
            self._tasks.append(asyncio.create_task(self._run(accepted)))

    async def _run(self, accepted: socket.socket) -> None:
        reader, writer = await asyncio.open_connection(sock=accepted)
        with contextlib.suppress(ConnectionError):
            try:
                if accepted in self._opening:
                    self._opening.remove(accepted)
                    self._writers.add(writer)
                    await self._serve(reader, writer)
                else:
                    writer.transport.abort()
            finally:
                writer.close()
                await writer.wait_closed()
                self._writers.discard(writer)
