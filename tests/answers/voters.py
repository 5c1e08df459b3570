"""A voter that is played: it listens, and answers when the story of a scene says so."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Self

from kraft_core.node.service import SERVED
from kraft_wire.connection import RequestReceived, ServerConnection
from kraft_wire.messages import ApiVersionsRequest, ApiVersionsResponse, FetchRequest
from tests.support.listener import Listener

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_wire.message import Message

WAIT_S = 30


class Asked:
    """A request that came in, to be answered once or never."""

    def __init__(self, wire: Any, writer: asyncio.StreamWriter, event: RequestReceived) -> None:
        self._wire, self._writer, self._event = wire, writer, event
        self.message: Any = event.message
        self.version = event.api_version

    def reply(self, response: Message) -> None:
        """Answer it; nothing happens if whoever asked has gone."""
        self._wire.reply(self._event, response)
        self.flush()

    def reply_bytes(self, body: bytes) -> None:
        """Answer with what is not a message."""
        self._wire.reply_opaque(self._event, bytes(4) + body)
        self.flush()

    def cut(self) -> None:
        """Close the connection instead."""
        self._writer.transport.abort()

    def flush(self) -> None:
        """Send what is to be sent."""
        if not self._writer.transport.is_closing():
            self._writer.write(self._wire.data_to_send())


class PlayedVoter:
    """Listens on a port. What `rules` has nothing for waits until `takes` asks for it."""

    def __init__(self, node_id: int, port: int) -> None:
        self.node_id = node_id
        self.port = port
        self.served = dict(SERVED)
        self.levels: tuple[int, int] | None = (0, 1)
        self.api_versions_error = 0
        self.rules: dict[type[Message], Callable[[Asked], Message | None]] = {}
        self._waiting: dict[type[Message], asyncio.Queue[Asked]] = defaultdict(asyncio.Queue)
        self._listener = Listener(self._serve)

    async def __aenter__(self) -> Self:
        self._listener.listen(self.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._listener.end()

    async def takes(self, kind: type[Message], timeout_s: float = WAIT_S) -> Asked:
        """The next request of a kind."""
        return await asyncio.wait_for(self._waiting[kind].get(), timeout_s)

    async def fetch_of(self, epoch: int) -> Asked:
        """The first Fetch of an epoch; those of earlier ones are broken off."""
        found = await self.takes(FetchRequest)
        while found.message.topics[0].partitions[0].current_leader_epoch != epoch:
            found.cut()
            found = await self.takes(FetchRequest)
        return found

    def forget(self) -> None:
        """Give up what waits."""
        self._waiting.clear()

    def cut(self) -> None:
        """Break all connections; what waits is given up."""
        self.forget()
        self._listener.cut()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        wire = ServerConnection(self.served)
        while data := await reader.read(65536):
            for event in wire.receive(data):
                if isinstance(event, RequestReceived):
                    self._take(Asked(wire, writer, event))
            if not writer.transport.is_closing():
                writer.write(wire.data_to_send())

    def _take(self, asked: Asked) -> None:
        kind = type(asked.message)
        if kind is ApiVersionsRequest and kind not in self.rules:
            asked.reply(self.description())
        elif kind in self.rules:
            answer = self.rules[kind](asked)
            if answer is not None:
                asked.reply(answer)
        else:
            self._waiting[kind].put_nowait(asked)

    def description(self) -> ApiVersionsResponse:
        """What it tells of itself."""
        cls = ApiVersionsResponse
        keys = tuple(
            cls.ApiVersion(api_key=key, min_version=low, max_version=high)
            for key, (low, high) in self.served.items()
        )
        levels = {"metadata.version": (7, 30)}
        if self.levels is not None:
            levels["kraft.version"] = self.levels
        features = tuple(
            cls.SupportedFeatureKey(name=name, min_version=low, max_version=high)
            for name, (low, high) in levels.items()
        )
        return cls(error_code=self.api_versions_error, api_keys=keys, supported_features=features)
