"""A TCP proxy in front of each node, which delays, swallows, cuts and half-closes.

It runs in a thread of its own, so that tests may wait and kill meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Coroutine


class Way:
    """The way to one node: all connections to it come through here."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = 0
        self.delay_s = 0.0
        self.is_cut = False
        """Connections are reset, and new ones too."""
        self.is_silent = False
        """Bytes vanish; nobody is told."""
        self.connections: dict[asyncio.StreamWriter, None] = {}

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.is_cut:
            writer.transport.abort()
            return
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()  # the proxy is there, but nobody behind it
            return
        self.connections |= {writer: None, back: None}
        await asyncio.gather(self._pass(reader, back), self._pass(there, writer))
        for each in (writer, back):
            self.connections.pop(each, None)
            each.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65536):
                if self.delay_s:
                    await asyncio.sleep(self.delay_s)
                if not self.is_silent:
                    writer.write(data)
                    await writer.drain()
            if writer.can_write_eof():
                writer.write_eof()

    def reset(self) -> None:
        for each in list(self.connections):
            each.transport.abort()

    def half_close(self) -> None:
        for each in list(self.connections)[::2]:
            with contextlib.suppress(OSError, RuntimeError):
                each.write_eof()


class BadNetwork:
    """The ways to several nodes. Its methods may be called from any thread."""

    def __init__(self, targets: list[int]) -> None:
        self.ways = [Way(target) for target in targets]
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    @property
    def ports(self) -> list[int]:
        return [way.port for way in self.ways]

    def __enter__(self) -> Self:
        self._thread.start()
        self._servers = [self._run(self._listen(way)) for way in self.ways]
        return self

    def __exit__(self, *_: object) -> None:
        self._run(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def delay(self, place: int, seconds: float) -> None:
        self.ways[place].delay_s = seconds

    def silence(self, place: int) -> None:
        self.ways[place].is_silent = True

    def cut(self, place: int) -> None:
        self.ways[place].is_cut = True
        self._loop.call_soon_threadsafe(self.ways[place].reset)

    def reset(self, place: int) -> None:
        self._loop.call_soon_threadsafe(self.ways[place].reset)

    def half_close(self, place: int) -> None:
        self._loop.call_soon_threadsafe(self.ways[place].half_close)

    def heal(self, place: int) -> None:
        """What was swallowed is missing from its streams: they are made anew."""
        way = self.ways[place]
        was_silent = way.is_silent
        way.delay_s, way.is_cut, way.is_silent = 0.0, False, False
        if was_silent:
            self.reset(place)

    def _run(self, step: Coroutine[object, object, object]) -> object:
        return asyncio.run_coroutine_threadsafe(step, self._loop).result(10)

    async def _listen(self, way: Way) -> asyncio.Server:
        server = await asyncio.start_server(way.serve, "127.0.0.1", 0)
        way.port = server.sockets[0].getsockname()[1]
        return server

    async def _close(self) -> None:
        for server in self._servers:
            server.close()
        for way in self.ways:
            way.reset()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.wait(others, timeout=2) if others else None
