"""Frames: an int32 length, then that many bytes; whole ones out of chunks of any size.

No length is trusted: only received bytes are kept, nothing is allocated in advance. A length that
cannot be ends the connection, and the refusal says so when the first bytes are TLS or HTTP.
Kafka's NetworkReceive and `socket.request.max.bytes`.
"""

from __future__ import annotations

from struct import Struct as Layout
from typing import Final

from kraft_wire.errors import EncodeError, FrameError
from kraft_wire.limits import COPIED_BYTES_MAX, FRAME_BYTES_MAX
from kraft_wire.primitives import byte_view

__all__ = ["FrameReader", "append_frame", "frame", "frame_buffers"]

_LENGTH: Final = Layout(">i")
_LENGTH_MAX: Final = 0x7FFFFFFF

_TLS_HANDSHAKE: Final = b"\x16\x03"
_TLS_ALERT: Final = b"\x15\x03"
_HTTP_STARTS: Final = frozenset(
    (b"GET ", b"POST", b"PUT ", b"HEAD", b"DELE", b"OPTI", b"PATC", b"CONN", b"PRI ", b"HTTP")
)


def frame(payload: bytes | bytearray | memoryview) -> bytes:
    """Prepend the length to the payload; raises EncodeError above 2^31-1 bytes."""
    if not isinstance(payload, bytes):
        payload = byte_view(payload)
    return b"".join((_length(len(payload)), payload))


def append_frame(buffer: bytearray, front: bytes, rest: bytes = b"") -> None:
    """Append a frame with these parts as its payload to `buffer`; `rest` is copied once.

    The buffer is as it was where that fails. Raises EncodeError above 2^31-1 bytes, TypeError for
    another buffer, BufferError for one that a memoryview is in use of.
    """
    if not isinstance(buffer, bytearray):
        raise TypeError(f"frames are written to a bytearray, not to {type(buffer).__name__}")
    begin = len(buffer)
    front = _length(len(front) + len(rest)) + front
    try:
        buffer += front
        buffer += rest
    except BaseException:  # raised again; a peer could not read past half a frame
        del buffer[begin:]
        raise


def frame_buffers(front: bytes, rest: list[bytes | memoryview]) -> list[bytes | memoryview]:
    """Return the buffers of a frame with these parts as its payload; nothing large is copied.

    Raises EncodeError above 2^31-1 bytes.
    """
    front = _length(len(front) + sum(map(len, rest))) + front
    if rest and len(rest[0]) <= COPIED_BYTES_MAX:
        return [front + rest[0], *rest[1:]]
    return [front, *rest]


def _length(size: int) -> bytes:
    if size > _LENGTH_MAX:
        raise EncodeError(f"{size} bytes do not fit a frame, whose length is an int32")
    return _LENGTH.pack(size)


class FrameReader:
    """Cuts a stream of bytes into frames.

    `limit` is the longest payload, in bytes, that is waited for; it may be changed between two
    calls (a server allows little before a peer has authenticated), and so may `takes_empty`: a
    payload of no bytes is a lawful SASL token and nothing else. After a FrameError the stream
    has no frames any more: each further call raises the same error.
    """

    def __init__(self, limit: int = FRAME_BYTES_MAX) -> None:
        self.limit = limit
        self.takes_empty = False
        self._buffer = bytearray()
        self._wanted = _LENGTH.size
        self._offset = 0
        self._whole: list[bytes] = []
        self._fault: FrameError | None = None

    @property
    def pending_bytes(self) -> int:
        """Bytes of an incomplete frame, its length included."""
        return len(self._buffer)

    @property
    def in_front_of_fault(self) -> tuple[bytes, ...]:
        """The whole frames before the fault that no `feed` returned."""
        return tuple(self._whole)

    def feed(self, chunk: bytes | bytearray | memoryview) -> list[bytes]:
        """Add bytes of the stream; return the payloads that are now complete, in order.

        Raises FrameError for a length that is absurd, with its offset in the stream. Frames that
        were whole before the fault are then in `in_front_of_fault`.
        """
        if self._fault is not None:
            self._whole = []
            raise self._fault
        self._whole = []
        with byte_view(chunk) as given:
            if not self._buffer:
                begin = self._cut(given)
                self._buffer += given[begin:]
            else:
                self._buffer += given
                if len(self._buffer) < self._wanted:
                    return []
                with memoryview(self._buffer) as view:
                    begin = self._cut(view)
                del self._buffer[:begin]
        self._offset += begin
        if self._fault is not None:
            raise self._fault
        whole, self._whole = self._whole, []
        return whole

    def finish(self) -> None:
        """Note that the stream has ended; raises FrameError when it ended inside a frame."""
        if self._fault is None and self._buffer:
            self._fault = FrameError(
                f"the stream ends inside a frame, {len(self._buffer)} bytes after its beginning",
                offset=self._offset,
            )
        if self._fault is not None:
            raise self._fault

    def _cut(self, stream: memoryview) -> int:
        """Remove the whole frames; return where the first incomplete one begins."""
        begin, end = 0, len(stream)
        self._wanted = _LENGTH.size
        while end - begin >= _LENGTH.size:
            (size,) = _LENGTH.unpack_from(stream, begin)
            if not (0 < size <= self.limit or (self.takes_empty and size == 0)):
                self._fault = self._absurd(size, bytes(stream[begin : begin + _LENGTH.size]), begin)
                break
            after = begin + _LENGTH.size + size
            if after > end:
                self._wanted = after - begin
                break
            self._whole.append(bytes(stream[begin + _LENGTH.size : after]))
            begin = after
        return begin

    def _absurd(self, size: int, start: bytes, begin: int) -> FrameError:
        detail = f"a frame of {size} bytes, where 1 to {self.limit} are allowed"
        if other := _other_protocol(start):
            detail += f": these bytes are {other}, not Kafka's protocol"
        error = FrameError(detail, offset=self._offset + begin)
        error.is_tls = start.startswith((_TLS_HANDSHAKE, _TLS_ALERT))
        error.is_foreign = error.offset == 0
        return error


def _other_protocol(start: bytes) -> str | None:
    """Name the protocol that begins with these four bytes, which are not the length of a frame."""
    if start.startswith(_TLS_HANDSHAKE):
        return "a TLS handshake"
    if start.startswith(_TLS_ALERT):
        return "a TLS alert (this side speaks plaintext to a TLS listener)"
    if start in _HTTP_STARTS:
        return "HTTP"
    return None
