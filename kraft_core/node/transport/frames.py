"""Bytes in, whole frames out, one at a time.

`kraft_wire.framing.FrameReader` cuts a chunk into all its frames at once, but a server must stop
after each: later frames wait as bytes until their turn, and a frame that will be too long is
refused when its first bytes arrive, before the rest is kept. The head of a request is read once,
here, and passed on with it.
"""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, Final

from kraft_wire.errors import LimitError
from kraft_wire.framing import FrameReader
from kraft_wire.headers import RequestPrefix as RequestHead
from kraft_wire.headers import peek_request

if TYPE_CHECKING:
    from kraft_core.node.transport.limits import RequestLimits

__all__ = ["LENGTH", "RequestFrames", "RequestHead"]

LENGTH: Final = Struct(">i")
_KEY: Final = Struct(">ih")
_HEAD: Final = Struct(">ihhi")
_HEAD_BYTES_MIN: Final = _HEAD.size - LENGTH.size
_COMPACT_AT: Final = 64 << 10


class RequestFrames:
    """Bytes received from a peer and not yet taken. `has_ended` is set when the peer has closed."""

    def __init__(self, limits: RequestLimits) -> None:
        self.has_ended = False
        self._limits = limits
        self._buffer = bytearray()
        self._begin = 0
        self._is_checked = False

    @property
    def pending(self) -> int:
        """The number of bytes pushed and not yet taken."""
        return len(self._buffer) - self._begin

    @property
    def awaited(self) -> int:
        """The size of the next frame with its length field; 0 while that is unknown.

        Never above the limit of its API once `take` has seen the API key.
        """
        if self.pending < LENGTH.size:
            return 0
        size: int = LENGTH.unpack_from(self._buffer, self._begin)[0]
        return LENGTH.size + max(size, 0)

    @property
    def has_whole(self) -> bool:
        """Return True if a whole frame has arrived."""
        awaited = self.awaited
        return 0 < awaited <= self.pending

    def push(self, chunk: bytes) -> None:
        """Add received bytes."""
        self._buffer += chunk

    def take_before_authentication(self, limit: int) -> bytes | None:
        """Take the next whole frame, of any kind, without its length; None until it is whole.

        Raises LimitError for a length that is negative or above the limit.
        """
        if self.pending < LENGTH.size:
            return None
        (size,) = LENGTH.unpack_from(self._buffer, self._begin)
        if not 0 <= size <= limit:
            raise LimitError(f"a frame of {size} bytes before authentication")
        end = self._begin + LENGTH.size + size
        return self._cut(end) if end <= len(self._buffer) else None

    def take(self) -> tuple[RequestHead, bytes | memoryview] | None:
        """Take the next request, without its length, and its head; None until it is whole.

        A large one is a view of the buffer itself: nothing else of it is kept here. Raises
        FrameError for a length that cannot be, LimitError for one above its API's limit, and
        TruncatedError for a request that is too short for a head.
        """
        buffer, begin = self._buffer, self._begin
        pending = len(buffer) - begin
        if pending < _HEAD.size:
            self._check_short(pending)
            return None
        size, api_key, api_version, correlation_id = _HEAD.unpack_from(buffer, begin)
        if not self._is_checked:
            self._check(size, api_key)
        end = begin + LENGTH.size + size
        if end > len(buffer):
            self._is_checked = True
            return None
        if size < _HEAD_BYTES_MIN:
            self._check_short(pending)
        head = RequestHead(api_key, api_version, correlation_id)
        if begin == 0 and end == len(buffer) and end >= _COMPACT_AT:
            self._buffer = bytearray()
            self._is_checked = False
            return head, memoryview(buffer)[LENGTH.size :]
        return head, self._cut(end)

    def _check_short(self, pending: int) -> None:
        """Check a head that is not complete; raises TruncatedError if the frame is too short."""
        if pending < LENGTH.size:
            return
        (size,) = LENGTH.unpack_from(self._buffer, self._begin)
        if pending < _KEY.size:
            self._check_length(size)
        elif not self._is_checked:
            self._check(*_KEY.unpack_from(self._buffer, self._begin))
            self._is_checked = True
        if LENGTH.size + size <= pending:
            peek_request(self._cut(self._begin + LENGTH.size + size))

    def _check(self, size: int, api_key: int) -> None:
        self._check_length(size)
        self._limits.check_frame(api_key, size)

    def _check_length(self, size: int) -> None:
        if not 0 < size <= self._limits.socket_max_bytes:
            # the frame reader reports other protocols (TLS, HTTP) by these bytes
            head = bytes(self._buffer[self._begin : self._begin + LENGTH.size])
            FrameReader(self._limits.socket_max_bytes).feed(head)

    def _cut(self, end: int) -> bytes:
        buffer = self._buffer
        payload = bytes(memoryview(buffer)[self._begin + LENGTH.size : end])
        self._is_checked = False
        if end == len(buffer):
            self._buffer = bytearray()
            self._begin = 0
        elif end >= _COMPACT_AT:
            del buffer[:end]
            self._begin = 0
        else:
            self._begin = end
        return payload

    def drop(self) -> int:
        """Discard all bytes; return their number."""
        pending = self.pending
        self._buffer = bytearray()
        self._begin = 0
        return pending
