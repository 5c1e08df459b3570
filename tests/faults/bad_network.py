"""A TCP proxy in front of each node, which delays, drops, cuts and half-closes, and counts it."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import Self

from tests.faults.loop_thread import LoopThread
from tests.support.listener import Listener

_CHUNK = 65_536


@dataclass
class Damage:
    """What was done, so that nobody believes in faults that have not happened."""

    delayed: int = 0
    """Chunks."""
    dropped: int = 0
    """Bytes."""
    reset: int = 0
    """Connections, refused ones among them."""
    half_closed: int = 0
    """Connections that lost one direction and kept the other for a while."""


@dataclass(eq=False)
class _Link:
    """One connection that goes through: the side that came, and the side of the node."""

    near: asyncio.StreamWriter
    far: asyncio.StreamWriter
    half_closed: asyncio.StreamWriter | None = None
    """The side to which nothing can be written any more."""

    def abort(self) -> None:
        self.near.transport.abort()
        self.far.transport.abort()


@dataclass(eq=False)
class Way:
    """The way to one node: all connections to it come through here."""

    host: str
    target: int
    port: int = 0
    delay_s: float = 0.0
    drops_requests: bool = False
    drops_answers: bool = False
    """Bytes vanish; nobody is told."""
    is_cut: bool = False
    """Connections are reset, and new ones too."""
    damage: Damage = field(default_factory=Damage)
    links: dict[_Link, None] = field(default_factory=dict)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.is_cut:
            self.damage.reset += 1
            writer.transport.abort()
            return
        try:
            there, back = await asyncio.open_connection(self.host, self.target)
        except OSError:
            writer.transport.abort()  # the proxy is there, but nobody behind it
            return
        link = _Link(writer, back)
        if self.is_cut:
            self.damage.reset += 1
            link.abort()
            return
        self.links[link] = None
        try:
            await asyncio.gather(self._pass(link, reader, back), self._pass(link, there, writer))
        finally:
            self.links.pop(link, None)
            for each in (writer, back):
                each.close()

    async def _pass(
        self, link: _Link, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(_CHUNK):
                if self.delay_s:
                    self.damage.delayed += 1
                    await asyncio.sleep(self.delay_s)
                if self.drops_requests if writer is link.far else self.drops_answers:
                    self.damage.dropped += len(data)
                    continue
                if writer is link.half_closed:
                    continue
                writer.write(data)
                await writer.drain()
            if writer is not link.half_closed:
                writer.write_eof()

    def reset(self) -> None:
        """Break every connection."""
        for link in list(self.links):
            self.damage.reset += 1
            link.abort()

    def half_close(self, *, is_request: bool) -> None:
        """End one direction of every connection, and let the other one be."""
        for link in list(self.links):
            if link.half_closed is None:
                link.half_closed = link.far if is_request else link.near
                with contextlib.suppress(OSError):  # it may have ended at this very moment
                    link.half_closed.write_eof()
                    self.damage.half_closed += 1

    def heal(self) -> None:
        """What was dropped is missing from its streams: they are made anew."""
        had_dropped = self.drops_requests or self.drops_answers
        self.delay_s, self.is_cut = 0.0, False
        self.drops_requests = self.drops_answers = False
        if had_dropped:
            self.abort()

    def abort(self) -> None:
        """End every connection, and count no damage."""
        for link in list(self.links):
            link.abort()


class BadNetwork:
    """The ways to several nodes. Whatever touches a way is called in its thread: `call`."""

    def __init__(self, host: str, targets: list[int]) -> None:
        self.ways = [Way(host, target) for target in targets]
        self._thread = LoopThread()
        self.call = self._thread.call

    @property
    def ports(self) -> list[int]:
        """Where the ways begin."""
        return [way.port for way in self.ways]

    def __enter__(self) -> Self:
        self._thread.__enter__()
        self._thread.run(self._listen())
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.run(self._close())
        self._thread.__exit__()

    async def _listen(self) -> None:
        self._listeners = [Listener(way.serve) for way in self.ways]
        for way, listener in zip(self.ways, self._listeners, strict=True):
            way.port = listener.listen()

    async def _close(self) -> None:
        for way in self.ways:
            way.is_cut = True
            way.abort()
        for listener in self._listeners:
            await listener.end()
