"""One direction of a connection that is observed: bytes in, frames out, and the way back into step.

The begin of a frame is known from the start of a connection, and from each frame for the next. A
direction that begins in the middle, or has lost bytes, is searched for a possible header; the frame
there counts only if it can be read to its end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["SIZE_BYTES", "Direction", "FrameKind", "ObservedFrame"]

SIZE_BYTES: Final = 4
"""The length in front of each frame."""

_TLS: Final = re.compile(rb"[\x14-\x17]\x03[\x00-\x04][\x00-\x48]")
_HEADER_MIN: Final = 8
_TRIES: Final = 16
_SMALL: Final = 4096
_CANDIDATES_MAX: Final = 64


@dataclass(frozen=True, slots=True)
class ObservedFrame:
    """One frame. Times are those of its first and its last byte, in seconds.

    `payload` has the header and the body, without the frame's length; `size` is how long it was.
    """

    began_s: float
    ended_s: float
    size: int
    payload: bytes = field(repr=False)

    @property
    def is_whole(self) -> bool:
        """Return False if bytes of it were lost, or if it was too long to be kept."""
        return len(self.payload) == self.size


class FrameKind(Protocol):
    """The kind of frames in one direction."""

    @property
    def size_min(self) -> int:
        """The length of the shortest frame."""

    def search(self, buffer: bytearray, start: int) -> tuple[int, bool]:
        """Return a possible begin of a frame and True; else the place to search on and False."""

    def reads(self, payload: bytes) -> bool | None:
        """Return True if a whole frame can be read, False if not, None if its API is unknown."""


class _State(Enum):
    """The known state of one direction."""

    FOLLOWING = auto()
    """The buffer begins with a frame."""
    SEARCHING = auto()
    """The place of the buffer in a frame is unknown."""
    ENCRYPTED = auto()


class Direction:
    """Yields frames, and messages about bytes that are not frames.

    `kept_max` bounds what is kept of a frame, and the buffer between two calls.
    """

    def __init__(
        self, kind: FrameKind, size_max: int, kept_max: int, *, is_from_start: bool
    ) -> None:
        self._kind = kind
        self._size_max = size_max
        self._kept_max = kept_max
        self._state = _State.FOLLOWING if is_from_start else _State.SEARCHING
        self._is_first = True
        self._buffer = bytearray()
        self._front_max = kept_max
        """Bytes of the present frame that are kept: less where bytes of it were lost."""
        self._gone = 0
        """Bytes of the present frame after its front that are not in the buffer."""
        self._began_s: float | None = None
        self._candidates: list[int] = []
        """Places in the buffer where a frame could begin, while it is searched."""
        self._searched = 0
        self._tried = 0
        """Bytes of candidates that were read in vain since the last frame."""

    def feed(
        self, data: bytes | bytearray | memoryview, time_s: float
    ) -> Iterator[ObservedFrame | str]:
        """Add received bytes. Yields each complete frame, and a message for each fault."""
        if self._state is _State.ENCRYPTED:
            return
        self._buffer += data
        while self._has_frame_begun(time_s):
            size = self._size
            if not self._kind.size_min <= size <= self._size_max:
                yield self._lose_step(f"a frame of {size} bytes")
                continue
            self._forget_the_excess()
            if self._missing > 0:
                return
            front = min(size, self._front_max)
            payload = bytes(self._buffer[SIZE_BYTES : SIZE_BYTES + front])
            # an invalid first frame means another protocol
            if self._is_first and front == size and self._kind.reads(payload) is False:
                yield self._lose_step("bytes that are not a request")
                continue
            frame = self._taken(payload, time_s)
            if front < min(size, _HEADER_MIN):
                yield "the header of a frame was lost"
            else:
                yield frame
        if self._is_encrypted:
            self._state = _State.ENCRYPTED
            self._buffer.clear()
            yield "the connection is encrypted (TLS)"

    def lose(self, size: int | None, time_s: float) -> Iterator[ObservedFrame | str]:
        """Note that a number of bytes is missing here, or an unknown number."""
        if self._state is _State.ENCRYPTED:
            return
        is_followed = self._state is _State.FOLLOWING
        has_frame = is_followed and len(self._buffer) >= SIZE_BYTES
        if size is not None and has_frame and size <= self._missing:
            # inside one frame: the next one is where it should be
            self._front_max = min(self._front_max, len(self._buffer) - SIZE_BYTES)
            self._gone += size
            yield from self.feed(b"", time_s)
            return
        if is_followed:
            yield from self._cut(time_s)
            yield "bytes were lost" if size is None else f"{size} bytes were lost"
        self._search_from(len(self._buffer))

    def finish(self, time_s: float) -> Iterator[ObservedFrame | str]:
        """Note the end of the bytes."""
        if self._state is _State.FOLLOWING:
            yield from self._cut(time_s)
        self._buffer.clear()

    @property
    def _size(self) -> int:
        return int.from_bytes(self._buffer[:SIZE_BYTES], signed=True)

    @property
    def _missing(self) -> int:
        """Bytes of the present frame that are missing; negative for bytes after it."""
        return self._size - self._gone - (len(self._buffer) - SIZE_BYTES)

    @property
    def _is_encrypted(self) -> bool:
        return self._is_first and _TLS.match(self._buffer) is not None

    def _has_frame_begun(self, time_s: float) -> bool:
        if self._is_encrypted:
            return False
        if self._state is _State.SEARCHING:
            self._is_first = self._is_first and len(self._buffer) < SIZE_BYTES
            self._search()
        if self._buffer and self._began_s is None:
            self._began_s = time_s
        return self._state is not _State.SEARCHING and len(self._buffer) >= SIZE_BYTES

    def _forget_the_excess(self) -> None:
        """Drop bytes after the kept front of the present frame."""
        excess = len(self._buffer) - SIZE_BYTES - self._front_max
        excess = min(excess, excess + self._missing)
        if excess > 0:
            begin = SIZE_BYTES + self._front_max
            del self._buffer[begin : begin + excess]
            self._gone += excess

    def _search(self) -> None:
        """Look for candidates, and follow the first that is a whole frame and can be read."""
        while True:
            self._searched, is_found = self._kind.search(self._buffer, self._searched)
            if not is_found:
                break
            if len(self._candidates) < _CANDIDATES_MAX:
                self._candidates.append(self._searched)
            self._searched += 1
        for place in list(self._candidates):
            is_frame = self._try(place)
            if is_frame:
                del self._buffer[:place]
                self._candidates.clear()
                self._searched = 0
                self._state = _State.FOLLOWING
                return
            if is_frame is False:
                self._candidates.remove(place)
        base = self._candidates[0] if self._candidates else self._searched
        del self._buffer[:base]
        self._candidates = [place - base for place in self._candidates]
        self._searched -= base

    def _try(self, place: int) -> bool | None:
        """Return True if a frame is at this place, None if its end has not arrived."""
        begin = place + SIZE_BYTES
        size = int.from_bytes(self._buffer[place:begin], signed=True)
        # a hostile stream could contain the apparent start of a long frame at every byte
        bound = self._kept_max if self._tried < _TRIES * self._kept_max else _SMALL
        if not self._kind.size_min <= size <= bound:
            return False
        if len(self._buffer) < begin + size:
            return None
        self._tried += size
        return self._kind.reads(bytes(self._buffer[begin : begin + size])) is True

    def _taken(self, payload: bytes, time_s: float) -> ObservedFrame:
        began_s = time_s if self._began_s is None else self._began_s
        frame = ObservedFrame(began_s, time_s, self._size, payload)
        del self._buffer[: SIZE_BYTES + frame.size - self._gone]
        self._reset()
        self._state = _State.FOLLOWING
        self._is_first = False
        self._tried = 0
        return frame

    def _reset(self) -> None:
        self._front_max, self._gone, self._began_s = self._kept_max, 0, None

    def _lose_step(self, reason: str) -> str:
        """Continue the search after the first byte."""
        self._is_first = False
        self._search_from(1)
        return reason

    def _search_from(self, place: int) -> None:
        self._state = _State.SEARCHING
        del self._buffer[:place]
        self._candidates.clear()
        self._searched = 0
        self._reset()

    def _cut(self, time_s: float) -> Iterator[ObservedFrame]:
        """Yield the front of a frame that does not end, if it has a header."""
        if not self._is_first and len(self._buffer) >= SIZE_BYTES + _HEADER_MIN:
            front = min(self._front_max, len(self._buffer) - SIZE_BYTES)
            payload = bytes(self._buffer[SIZE_BYTES : SIZE_BYTES + front])
            began_s = time_s if self._began_s is None else self._began_s
            yield ObservedFrame(began_s, time_s, self._size, payload)
