"""The requests of one connection as whole frames, taken one at a time.

`kraft_wire.framing.FrameReader` cuts a chunk into all its frames at once. A server has to stop
after each: what follows waits as bytes until its turn, and a frame that will be too long is refused
when its first bytes are there, before the rest is kept.
"""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, Final

from kraft_wire.framing import FrameReader

if TYPE_CHECKING:
    from kraft_core.node.request_limits import RequestLimits

_LENGTH: Final = Struct(">i")
_HEAD: Final = Struct(">ih")
_COMPACT_AT: Final = 64 << 10


class RequestFrames:
    """Bytes in, whole frames out."""

    def __init__(self, limits: RequestLimits) -> None:
        self._limits = limits
        self._buffer = bytearray()
        self._begin = 0
        self._is_checked = False

    @property
    def pending(self) -> int:
        """How many bytes were pushed and not taken."""
        return len(self._buffer) - self._begin

    @property
    def awaited(self) -> int:
        """How many bytes the next frame has, its length included; 0 while that is unknown.

        Never above the limit of its API once `take` has seen the API key.
        """
        if self.pending < _LENGTH.size:
            return 0
        size: int = _LENGTH.unpack_from(self._buffer, self._begin)[0]
        return _LENGTH.size + max(size, 0)

    @property
    def has_whole(self) -> bool:
        """Whether a whole frame is there."""
        awaited = self.awaited
        return 0 < awaited <= self.pending

    def push(self, chunk: bytes) -> None:
        """Add what has arrived."""
        self._buffer += chunk

    def take(self) -> bytes | None:
        """The next whole frame, its length included; None as long as it is not whole.

        Raises FrameError for a length that cannot be, LimitError for one above its API's limit.
        """
        buffer, begin = self._buffer, self._begin
        pending = len(buffer) - begin
        if pending < _LENGTH.size:
            return None
        if not self._is_checked:
            self._check(pending)
        end = begin + _LENGTH.size + _LENGTH.unpack_from(buffer, begin)[0]
        if end > len(buffer):
            return None
        frame = bytes(memoryview(buffer)[begin:end])
        self._is_checked = False
        if end == len(buffer):
            self._buffer = bytearray()
            self._begin = 0
        elif end >= _COMPACT_AT:
            del buffer[:end]
            self._begin = 0
        else:
            self._begin = end
        return frame

    def drop(self) -> int:
        """Forget everything; how many bytes that were."""
        pending = self.pending
        self._buffer = bytearray()
        self._begin = 0
        return pending

    def _check(self, pending: int) -> None:
        """Hold the length against what any frame may have, then against its API's limit."""
        buffer, begin = self._buffer, self._begin
        (size,) = _LENGTH.unpack_from(buffer, begin)
        if not 0 < size <= self._limits.socket_max_bytes:
            # the reader of frames knows what else these bytes may be, and says so
            head = bytes(buffer[begin : begin + _LENGTH.size])
            FrameReader(self._limits.socket_max_bytes).feed(head)
        if pending >= _HEAD.size:
            _, api_key = _HEAD.unpack_from(buffer, begin)
            self._limits.check_frame(api_key, size)
            self._is_checked = True
