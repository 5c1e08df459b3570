"""A client that sends whatever bytes a test wants to have sent."""

from __future__ import annotations

import asyncio
import os
import socket
import struct
from typing import TYPE_CHECKING

from kraft_core.security.endpoint import TlsEndpoint
from kraft_wire.headers import decode_response_header, encode_request
from kraft_wire.messages import response_class
from tests.support.waiting import TIMEOUT_S

if TYPE_CHECKING:
    import ssl


def frame(payload: bytes) -> bytes:
    return struct.pack(">i", len(payload)) + payload


def request(message, version: int, correlation_id: int = 1) -> bytes:
    """A request with its header and length."""
    return frame(encode_request(message, version, correlation_id, "raw"))


def header(api_key: int, version: int, correlation_id: int = 1) -> bytes:
    """A request header of version 1."""
    return struct.pack(">hhih", api_key, version, correlation_id, 3) + b"raw"


class RawClient:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self.writer = writer

    @classmethod
    async def connect(
        cls,
        port: int,
        host: str = "127.0.0.1",
        source: str | None = None,
        context: ssl.SSLContext | None = None,
    ) -> RawClient:
        """Connect from the address `source`; any in 127.0.0.0/8 is this machine."""
        local = None if source is None else (source, 0)
        return cls(*await asyncio.open_connection(host, port, local_addr=local, ssl=context))

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def send_all(self, data: bytes) -> None:
        """Send, and wait until the other side has taken most of it."""
        self.writer.write(data)
        await self.writer.drain()

    def abandon(self) -> None:
        """End the way out of the connection below TLS, whatever waits in it."""
        descriptor = os.dup(self.writer.get_extra_info("socket").fileno())
        with socket.socket(fileno=descriptor) as below:
            below.shutdown(socket.SHUT_WR)

    async def rest(self) -> bytes:
        """All that comes until the other side ends the connection."""
        try:
            return await asyncio.wait_for(self._reader.read(), TIMEOUT_S)
        finally:
            self.close()

    async def next_bytes(self) -> bytes:
        """Whatever comes next; nothing at the end of the connection."""
        return await self._reader.read(1 << 16)

    async def until_closed(self) -> None:
        """Read and drop what comes until the other side ends the connection, whenever it does."""
        while await self._reader.read(1 << 16):
            pass

    async def receive(self) -> bytes:
        """The next answer without its length."""
        (size,) = struct.unpack(">i", await self._reader.readexactly(4))
        return await self._reader.readexactly(size)

    async def ask(self, message, version: int):
        """Send a request; its answer, read."""
        self.send(request(message, version))
        return self.read(await self.receive(), message.API_KEY, version)

    @staticmethod
    def read(payload: bytes, api_key: int, version: int):
        _, start = decode_response_header(payload, api_key, version)
        return response_class(api_key).decode(payload[start:], version)

    async def is_silent(self, seconds: float = 0.05) -> bool:
        """Whether nothing comes for a while, and the connection stays."""
        try:
            await asyncio.wait_for(self._reader.read(1), seconds)
        except TimeoutError:
            return True
        return False

    async def is_closed(self) -> bool:
        """Whether the other side ends the connection, without another byte; then this one does."""
        try:
            return await asyncio.wait_for(self._reader.read(), TIMEOUT_S) == b""
        except ConnectionError:
            return True
        finally:
            self.close()

    def close(self) -> None:
        self.writer.close()


class BundledClient(RawClient):
    """A connection over TLS whose client sends the end of the handshake with its first requests."""

    def __init__(self, reader, writer, context: ssl.SSLContext) -> None:
        super().__init__(reader, writer)
        self._tls = TlsEndpoint(context, is_server=False, server_hostname="localhost")
        self._text = bytearray()

    @classmethod
    async def connect_with(cls, port: int, context: ssl.SSLContext) -> BundledClient:
        return cls(*await asyncio.open_connection("127.0.0.1", port), context)

    async def open_with(self, data: bytes, *, is_last: bool = False) -> None:
        """Shake hands and send `data`, in one write with the end of the handshake (TLS 1.3)."""
        self._tls.advance()
        self.writer.write(self._tls.data_to_send())
        self._tls.send(data)
        while self._tls.has_work or self._tls.unsent_bytes:
            if not self._tls.has_work:
                self._tls.receive(await self._reader.read(1 << 16))
            self._text += self._tls.advance()
        self.writer.write(self._tls.data_to_send())
        if is_last:
            self.writer.write_eof()

    async def receive(self) -> bytes:
        await self._fill(4)
        (size,) = struct.unpack_from(">i", self._text)
        await self._fill(4 + size)
        answer = bytes(self._text[4 : 4 + size])
        del self._text[: 4 + size]
        return answer

    async def _fill(self, size: int) -> None:
        while len(self._text) < size:
            chunk = await self._reader.read(1 << 16)
            if not chunk:
                raise asyncio.IncompleteReadError(bytes(self._text), size)
            self._tls.receive(chunk)
            while self._tls.has_work:
                self._text += self._tls.advance()
