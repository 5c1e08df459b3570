"""One direction of a TCP connection: segments in any order, bytes and holes in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["PENDING_BYTES", "TcpStream"]

PENDING_BYTES: Final = 1 << 20
"""The bytes that wait for earlier ones; above this the earlier ones count as lost."""

_PENDING_MAX: Final = 2000
_MODULUS: Final = 1 << 32
_HALF: Final = 1 << 31


class TcpStream:
    """Yields bytes, or the number of those that are missing."""

    def __init__(self, first: int | None = None) -> None:
        self._next = first
        self._acknowledged: int | None = None
        self._pending: dict[int, bytes] = {}
        self._pending_bytes = 0

    def take(self, sequence: int, data: bytes, lost: int = 0) -> Iterator[bytes | int]:
        """Add a segment, of which `lost` bytes at the end were not captured."""
        if self._next is None:
            self._next = sequence
        ahead = _distance(self._next, sequence)
        if ahead > 0 and data:
            # a retransmission can be longer
            known = self._pending.get(sequence, b"")
            if len(data) > len(known):
                self._pending[sequence] = data
                self._pending_bytes += len(data) - len(known)
            while self._pending_bytes > PENDING_BYTES or len(self._pending) > _PENDING_MAX:
                yield from self._skip_to_pending()
            yield from self._skip_acknowledged()
            return
        if ahead <= 0:
            yield from self._in_order(-ahead, data)
            # the end of a segment that was captured in part: nothing else will bring it
            end = (sequence + len(data) + lost) % _MODULUS
            if lost and (missing := _distance(self._next, end)) > 0:
                self._next = end
                yield missing
            yield from self._join()

    def lacks(self, sequence: int) -> bool:
        """Return True if the peer acknowledges bytes not captured; a FIN counts as one."""
        if self._next is None or _distance(self._next, sequence) <= 1:
            return False
        return self._acknowledged is None or _distance(self._acknowledged, sequence) > 0

    def acknowledge(self, sequence: int) -> Iterator[bytes | int]:
        """Note an acknowledgement of the peer: missing bytes below it were not captured."""
        if self._acknowledged is None or _distance(self._acknowledged, sequence) > 0:
            self._acknowledged = sequence
        yield from self._skip_acknowledged()

    def finish(self) -> Iterator[bytes | int]:
        """Note the end of the capture."""
        while self._pending:
            yield from self._skip_to_pending()

    def _in_order(self, skip: int, data: bytes) -> Iterator[bytes]:
        if skip < len(data) and self._next is not None:
            self._next = (self._next + len(data) - skip) % _MODULUS
            yield data[skip:] if skip else data

    def _join(self) -> Iterator[bytes]:
        """Yield waiting bytes that no longer have a gap before them."""
        while self._pending and self._next is not None:
            sequence = self._first_pending()
            ahead = _distance(self._next, sequence)
            if ahead > 0:
                return
            data = self._take_pending(sequence)
            yield from self._in_order(-ahead, data)

    def _skip_acknowledged(self) -> Iterator[bytes | int]:
        end = self._acknowledged
        while self._pending and end is not None and _distance(self._first_pending(), end) >= 0:
            yield from self._skip_to_pending()

    def _skip_to_pending(self) -> Iterator[bytes | int]:
        sequence = self._first_pending()
        if self._next is not None and (missing := _distance(self._next, sequence)) > 0:
            self._next = sequence
            yield missing
        yield from self._join()

    def _first_pending(self) -> int:
        base = self._next or 0
        return min(self._pending, key=lambda sequence: _distance(base, sequence))

    def _take_pending(self, sequence: int) -> bytes:
        data = self._pending.pop(sequence)
        self._pending_bytes -= len(data)
        return data


def _distance(base: int, sequence: int) -> int:
    """Return the distance to a sequence number; negative if it is lower."""
    return (sequence - base + _HALF) % _MODULUS - _HALF
