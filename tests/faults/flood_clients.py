"""Who floods a node: connections that are idle, slow, do not read, or ask for as much as they may.

All are in one event loop. A connection that the node closes is opened again two seconds later. Half
of the idle and slow ones prove who they are where the listener asks for that; those that do not
read and those with the largest requests always do.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kraft_wire.messages import (
    ApiVersionsRequest,
    CreateTopicsRequest,
    SaslAuthenticateRequest,
    SaslHandshakeRequest,
)
from tests.faults.large_requests import cases
from tests.node.raw_client import RawClient, request

if TYPE_CHECKING:
    import ssl
    from collections.abc import Awaitable, Callable

IDLE, SLOW, UNREAD, LARGE = 5_000, 500, 50, 10
AGAIN_S = 2.0
ANSWER_S = 20.0
CONNECTING_S, CLOSING_S = 120.0, 30.0
_CONNECTING_AT_ONCE = 40
_NAMED = ApiVersionsRequest(client_software_name="flood", client_software_version="1")
_TOKEN = b"\0node\0node-secret"
_FAULTS = (OSError, EOFError, TimeoutError)


def largest() -> list[bytes]:
    """The largest requests, lawful and just above what is lawful: of bytes, and of elements."""
    topic = CreateTopicsRequest.CreatableTopic(
        name="t" * 300, num_partitions=1, replication_factor=1
    )
    longest = request(CreateTopicsRequest(topics=50_000 * (topic,)), 7)
    return [longest, *(each.data for each in cases() if len(each.data) > 400_000)]


@dataclass
class Flood:
    """The clients of one port. `counts` is what came of them: opened, closed by the node, asked."""

    port: int
    context: ssl.SSLContext | None = None
    has_sasl: bool = False
    share: float = 1.0
    """How much of the flood: 1 is all of it."""
    counts: Counter[str] = field(default_factory=Counter)
    answer_s: list[float] = field(default_factory=list)
    """Seconds from a large request to its answer or to the end of its connection."""

    def __post_init__(self) -> None:
        self._largest = itertools.cycle(largest())
        self._connecting = asyncio.Semaphore(_CONNECTING_AT_ONCE)

    async def run(self, seconds: float, has_begun: asyncio.Event) -> None:
        """Flood for so long, counted from when everybody has connected once."""
        kinds: list[Callable[[int], Awaitable[None]]] = []
        for kind, count in (
            (self._idle, IDLE),
            (self._slow, SLOW),
            (self._unread, UNREAD),
            (self._large, LARGE),
        ):
            kinds += [kind] * max(round(count * self.share), 1)
        self._missing = len(kinds)
        self._all_there = asyncio.Event()
        tasks = [
            asyncio.create_task(self._again_and_again(kind, number))
            for number, kind in enumerate(kinds)
        ]
        async with asyncio.timeout(CONNECTING_S):
            await self._all_there.wait()
        has_begun.set()
        await asyncio.sleep(seconds)
        for each in tasks:
            each.cancel()
        _, running = await asyncio.wait(tasks, timeout=CLOSING_S)
        assert not running, f"{len(running)} clients go on after they were cancelled"
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _again_and_again(self, kind: Callable[[int], Awaitable[None]], number: int) -> None:
        is_first = True
        while True:
            client = None
            try:
                client = await self._open(number, kind)
                if is_first:
                    is_first = False
                    self._missing -= 1
                    if not self._missing:
                        self._all_there.set()
                await kind(client, number)
                self.counts["closed"] += 1
            except _FAULTS:
                self.counts["closed"] += 1
            finally:
                if client is not None:
                    client.writer.transport.abort()
            await asyncio.sleep(AGAIN_S)

    async def _open(self, number: int, kind: object) -> RawClient:
        proves = kind in {self._unread, self._large} or number % 2 == 0
        source = f"127.0.{1 + number % 200}.2"
        async with self._connecting:
            context = self.context if proves else None
            client = await RawClient.connect(self.port, source=source, context=context)
            self.counts["opened"] += 1
            if proves and self.has_sasl:
                await client.ask(SaslHandshakeRequest(mechanism="PLAIN"), 1)
                await client.ask(SaslAuthenticateRequest(auth_bytes=_TOKEN), 2)
        return client

    async def _idle(self, client: RawClient, number: int) -> None:
        del number
        await client.until_closed()

    async def _slow(self, client: RawClient, number: int) -> None:
        """A frame, or a TLS record, that comes byte by byte."""
        is_tls = self.context is not None and number % 2
        client.send(b"\x16\x03\x01\x40\x00" if is_tls else (60_000).to_bytes(4, "big"))
        reading = asyncio.ensure_future(client.until_closed())
        try:
            while not reading.done():
                client.send(b"\0")
                await asyncio.wait((reading,), timeout=1)
        finally:
            reading.cancel()
            with contextlib.suppress(*_FAULTS, asyncio.CancelledError):
                await reading

    async def _unread(self, client: RawClient, number: int) -> None:
        """Requests whose answers nobody reads."""
        del number
        client.writer.transport.pause_reading()
        asked = 200 * request(_NAMED, 4)
        while not client.writer.transport.is_closing():
            client.send(asked)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await client.writer.drain()
            await asyncio.sleep(0.5)

    async def _large(self, client: RawClient, number: int) -> None:
        """The largest requests, one a second."""
        del number
        loop = asyncio.get_running_loop()
        while True:
            begin = loop.time()
            self.counts["large"] += 1
            try:
                client.send(next(self._largest))
                async with asyncio.timeout(ANSWER_S):
                    await client.receive()
                self.counts["answered"] += 1
            finally:
                self.answer_s.append(loop.time() - begin)
            await asyncio.sleep(max(begin + 1 - loop.time(), 0))
