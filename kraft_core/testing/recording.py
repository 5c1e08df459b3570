"""The requests and responses that a mock or proxy stores, as a capture of packets.

`kraft wire trace` and Wireshark read the file. It is made of the messages, not of what was on the
network: connections with TLS are in it as plain text.
"""

from __future__ import annotations

import os
import time
from ipaddress import ip_address
from struct import Struct as Layout
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_wire.headers import encode_request, encode_response

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from kraft_core.testing.proxying import Proxied
    from kraft_core.testing.serving import Recorded

__all__ = ["Frame", "RecordedExchange", "Recording", "of_mock", "of_proxy"]

Host = tuple[str, int]

_NANOSECONDS: Final = 0xA1B23C4D
_RAW_IP: Final = 101
_SNAPLEN: Final = 262_144
_FILE_HEADER: Final = Layout("<IHHiIII")
_PACKET_HEADER: Final = Layout("<IIII")
_IPV4: Final = Layout(">BBHHHBBH4s4s")
_IPV6: Final = Layout(">IHBB16s16s")
_TCP: Final = Layout(">HHIIBBHHH")
_FRAME_LENGTH: Final = Layout(">I")
_TCP_PROTOCOL: Final = 6
_HOPS: Final = 64
_WINDOW: Final = 65_535
_SYN, _PUSH, _ACK = 2, 8, 16
_SEGMENT_BYTES: Final = 65_000
"""Data of one packet; the length of a packet of IP has 16 bits."""

_MODULUS: Final = 1 << 32
_SEQUENCE_STEP: Final = 1_000_003
"""Connections begin with different sequence numbers, so that a port can be used again."""


class Frame(NamedTuple):
    """A message with its header. `payload` can be the front of one of `size` bytes."""

    time_s: float
    """`time.monotonic()` when it was read or written."""
    size: int
    payload: bytes


class RecordedExchange(NamedTuple):
    """A request with its response, None if there was none."""

    connection: int
    client: Host
    server: Host
    request: Frame
    response: Frame | None


class Recording:
    """A file that `write` fills; it is made at once, so that a wrong path is refused early.

    Raises OSError. Only the owner can read the file: it has passwords and records.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._since_1970_s = time.time() - time.monotonic()
        self.write(())

    def write(self, exchanges: Iterable[RecordedExchange]) -> None:
        """Write the file, and replace an older one."""
        with open(self.path, "wb", opener=_private) as file:
            file.write(_FILE_HEADER.pack(_NANOSECONDS, 2, 4, 0, 0, _SNAPLEN, _RAW_IP))
            for time_s, data, size in _packets(exchanges):
                seconds, nanoseconds = divmod(int((time_s + self._since_1970_s) * 1e9), 10**9)
                file.write(_PACKET_HEADER.pack(seconds, nanoseconds, len(data), size))
                file.write(data)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_CLOEXEC", 0), 0o600)


def of_mock(recorded: Recorded) -> RecordedExchange:
    """Return the exchange of a mock, written again."""
    version, number = recorded.version, recorded.correlation_id
    request = encode_request(recorded.message, version, number, recorded.client_id)
    answer = None
    if recorded.response is not None and recorded.answered_s is not None:
        payload = encode_response(recorded.response.fit(version), version, number)
        answer = Frame(recorded.answered_s, len(payload), payload)
    asked = Frame(recorded.time_s, len(request), request)
    return RecordedExchange(recorded.connection, recorded.client, recorded.server, asked, answer)


def of_proxy(proxied: Proxied, listener: Host) -> RecordedExchange:
    """Return the exchange of a client with the proxy, unmodified."""
    request, response = proxied.exchange.request, proxied.exchange.response
    if request is None:  # the proxy keeps no response without its request
        raise ValueError(f"response {proxied.correlation_id} has no request")
    return RecordedExchange(
        proxied.connection,
        proxied.client,
        listener,
        Frame(request.began_s, request.size, request.payload),
        None if response is None else Frame(response.began_s, response.size, response.payload),
    )


def _packets(exchanges: Iterable[RecordedExchange]) -> Iterator[tuple[float, bytes, int]]:
    """Yield time, captured bytes and original length of each packet."""
    frames: list[tuple[RecordedExchange, bool, Frame]] = []
    for exchange in exchanges:
        frames.append((exchange, True, exchange.request))
        if exchange.response is not None:
            frames.append((exchange, False, exchange.response))
    connections: dict[int, _Connection] = {}
    for exchange, is_request, frame in sorted(frames, key=lambda each: each[2].time_s):
        connection = connections.get(exchange.connection)
        if connection is None:
            connection = connections[exchange.connection] = _Connection(exchange)
            yield from ((frame.time_s, *packet) for packet in connection.opened())
        yield from ((frame.time_s, *packet) for packet in connection.sent(frame, is_request))


class _Connection:
    """One TCP connection, with the next sequence number of client and server."""

    def __init__(self, exchange: RecordedExchange) -> None:
        self._client = exchange.client[1]
        self._server = exchange.server[1]
        self._hosts = _packed(exchange.client[0], exchange.server[0])
        begin = exchange.connection * _SEQUENCE_STEP % _MODULUS
        self._next = {True: begin, False: begin}

    def opened(self) -> Iterator[tuple[bytes, int]]:
        yield self._packet(b"", 0, _SYN, is_client=True)
        self._next[True] = (self._next[True] + 1) % _MODULUS
        yield self._packet(b"", 0, _SYN | _ACK, is_client=False)
        self._next[False] = (self._next[False] + 1) % _MODULUS
        yield self._packet(b"", 0, _ACK, is_client=True)

    def sent(self, frame: Frame, is_client: bool) -> Iterator[tuple[bytes, int]]:
        data = _FRAME_LENGTH.pack(frame.size) + frame.payload
        size = _FRAME_LENGTH.size + frame.size
        for start in range(0, size, _SEGMENT_BYTES):
            part = data[start : start + _SEGMENT_BYTES]
            length = min(_SEGMENT_BYTES, size - start)
            yield self._packet(part, length, _PUSH | _ACK, is_client=is_client)
            self._next[is_client] = (self._next[is_client] + length) % _MODULUS

    def _packet(self, data: bytes, size: int, flags: int, *, is_client: bool) -> tuple[bytes, int]:
        """Return a packet of IP whose data has `size` bytes, of which some can be missing."""
        ports = (self._client, self._server) if is_client else (self._server, self._client)
        acknowledged = self._next[not is_client] if flags & _ACK else 0
        tcp = _TCP.pack(
            *ports, self._next[is_client], acknowledged, _TCP.size // 4 << 4, flags, _WINDOW, 0, 0
        )
        source, target = self._hosts if is_client else self._hosts[::-1]
        length = _TCP.size + size
        if len(source) == 4:
            total = _IPV4.size + length
            header = _IPV4.pack(0x45, 0, total, 0, 0, _HOPS, _TCP_PROTOCOL, 0, source, target)
        else:
            header = _IPV6.pack(6 << 28, length, _TCP_PROTOCOL, _HOPS, source, target)
        return header + tcp + data, len(header) + length


def _packed(client: str, server: str) -> tuple[bytes, bytes]:
    """Return both addresses; a server that listens on a name gets the client's address."""
    source = ip_address(client.partition("%")[0])
    try:
        target = ip_address(server.partition("%")[0])
    except ValueError:
        target = source
    if source.version != target.version:
        target = source
    return source.packed, target.packed
