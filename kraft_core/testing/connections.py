"""The tasks of accepted connections, and an end that leaves no socket open."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

    Begin = Callable[[asyncio.StreamReader, asyncio.StreamWriter], None]
    Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[Any, Any, None]]

_TURNS: Final = 10
"""Passes of the loop from an accepted or aborted connection to its task or end, at most."""


class Connections:
    """Servers of one loop with the tasks of their connections."""

    def __init__(self) -> None:
        self.servers: list[asyncio.Server] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def accepted(self, serve: Serve) -> Begin:
        """Return a callback for `asyncio.start_server` that runs `serve` in a task."""

        def begin(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            def ended(task: asyncio.Task[None]) -> None:
                self._tasks.discard(task)
                if task.cancelled():  # perhaps before it began, which could close the connection
                    writer.transport.abort()

            task = asyncio.ensure_future(serve(reader, writer))
            self._tasks.add(task)
            task.add_done_callback(ended)

        return begin

    async def end(self) -> None:
        """Close the servers and end all tasks."""
        loop = asyncio.get_running_loop()
        for server in self.servers:
            for each in server.sockets:
                loop.remove_reader(each.fileno())
        # a connection that was accepted gets its task; asyncio leaks it if its server is closed now
        await _turns()
        for server in self.servers:
            server.close()
        while self._tasks:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await _turns()


async def _turns() -> None:
    for _ in range(_TURNS):
        await asyncio.sleep(0)
