"""The tasks of accepted connections; ending them leaves no socket open."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from functools import partial
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Coroutine
    from typing import Any

    Begin = Callable[[asyncio.StreamReader, asyncio.StreamWriter], None]
    Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[Any, Any, None]]

READ_LIMIT: Final = 1 << 16
TLS_TIMEOUT_S: Final = 10.0
"""Longest time that a client may take for its part of a TLS handshake."""

CLOSE_TIMEOUT_S: Final = 1.0
_TURNS: Final = 10
"""Passes of the loop from an accepted or aborted connection to its task or end, at most."""


class Connections:
    """Servers of one loop with the tasks of their connections."""

    def __init__(self) -> None:
        self.servers: list[asyncio.Server] = []
        self._tls_sockets: list[socket.socket] = []
        self._unsecured: set[socket.socket] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def listen(
        self,
        listening: socket.socket,
        serve: Serve,
        *,
        tls: ssl.SSLContext | None,
        failed: Callable[[str], None],
        limit: int = READ_LIMIT,
    ) -> None:
        """Run `serve` for each connection; `failed` is called for one whose handshake fails."""
        if tls is None:
            server = await asyncio.start_server(self.accepted(serve), sock=listening, limit=limit)
            self.servers.append(server)
            return
        # asyncio's server does not report failed handshakes and does not end pending ones
        secured = partial(self._secured, tls=tls, serve=serve, failed=failed, limit=limit)
        asyncio.get_running_loop().add_reader(
            listening.fileno(), self._accept_secured, listening, secured
        )
        self._tls_sockets.append(listening)

    def _accept_secured(
        self,
        listening: socket.socket,
        secured: Callable[[socket.socket], Coroutine[Any, Any, None]],
    ) -> None:
        try:
            accepted, _ = listening.accept()
        except OSError:  # the client has gone
            return
        accepted.setblocking(False)
        self._unsecured.add(accepted)

        def ended(task: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            if accepted in self._unsecured:  # cancelled before it began
                self._unsecured.discard(accepted)
                accepted.close()

        task = asyncio.ensure_future(secured(accepted))
        self._tasks.add(task)
        task.add_done_callback(ended)

    async def _secured(
        self,
        accepted: socket.socket,
        *,
        tls: ssl.SSLContext,
        serve: Serve,
        failed: Callable[[str], None],
        limit: int,
    ) -> None:
        self._unsecured.discard(accepted)
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader(limit=limit)
        protocol = asyncio.StreamReaderProtocol(reader)
        try:
            transport, _ = await loop.connect_accepted_socket(
                lambda: protocol,
                accepted,
                ssl=tls,
                ssl_handshake_timeout=TLS_TIMEOUT_S,
                ssl_shutdown_timeout=CLOSE_TIMEOUT_S,
            )
        except (ssl.SSLEOFError, ssl.SSLZeroReturnError):
            return  # the client has gone
        except ssl.SSLError as error:
            failed(f"a TLS handshake failed: {error}")
            return
        except OSError:  # a reset, or the time is over
            return
        writer = asyncio.StreamWriter(transport, protocol, reader, loop)
        try:
            await serve(reader, writer)
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()
        finally:
            transport.abort()

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
        for listening in self._tls_sockets:
            loop.remove_reader(listening.fileno())
            listening.close()
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
