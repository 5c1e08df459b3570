"""A peer that answers what a test wants it to, over a real socket."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Self

from kraft_wire.connection import RequestReceived, ServerConnection
from kraft_wire.messages import ApiVersionsRequest, ApiVersionsResponse
from tests.support.listener import Listener

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_wire.message import Message

VERSIONS = {1: (4, 17), 18: (0, 4), 52: (0, 2), 53: (0, 1)}


def api_versions(versions: dict[int, tuple[int, int]]) -> ApiVersionsResponse:
    cls = ApiVersionsResponse
    keys = tuple(
        cls.ApiVersion(api_key=key, min_version=low, max_version=high)
        for key, (low, high) in versions.items()
    )
    feature = cls.SupportedFeatureKey(name="kraft.version", min_version=0, max_version=1)
    return cls(api_keys=keys, supported_features=(feature,))


class FakePeer:
    """Listens; every request but ApiVersions goes to `answer`, which gives None for silence and
    bytes for what is sent as it is.
    """

    def __init__(
        self,
        answer: Callable[[Message, int], Message | bytes | None],
        versions: dict[int, tuple[int, int]] = VERSIONS,
    ) -> None:
        self._answer = answer
        self._versions = versions
        self._listener = Listener(self._serve)
        self.connections = 0
        """How many were made in all."""
        self.asked: list[tuple[Message, int]] = []
        self._was_asked = asyncio.Condition()
        self.software: list[str] = []
        self.client_ids: list[str | None] = []

    async def __aenter__(self) -> Self:
        self.port = self._listener.listen()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._listener.end()

    async def until_asked(self, count: int) -> None:
        """Wait until so many requests came in."""
        async with self._was_asked:
            await self._was_asked.wait_for(lambda: len(self.asked) >= count)

    def kill(self) -> None:
        """End it as the end of a process would: nobody listens, all connections are reset."""
        self._listener.close()

    def cut(self) -> None:
        """Break the connections; it goes on listening."""
        self._listener.cut()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        wire = ServerConnection(self._versions)
        while data := await reader.read(65536):
            for event in wire.receive(data):
                if isinstance(event, RequestReceived):
                    writer.write(self._take(wire, event))
            async with self._was_asked:
                self._was_asked.notify_all()
            writer.write(wire.data_to_send())

    def _take(self, wire: ServerConnection, event: RequestReceived) -> bytes:
        """Answer a request; what is to be sent as it is."""
        message = event.message
        if isinstance(message, ApiVersionsRequest):
            self.software.append(message.client_software_name)
            self.client_ids.append(event.client_id)
            wire.reply(event, api_versions(self._versions))
            return b""
        self.asked.append((message, event.api_version))
        answer = self._answer(message, event.api_version)
        if isinstance(answer, bytes):
            return answer
        if answer is not None:
            wire.reply(event, answer)
        return b""
