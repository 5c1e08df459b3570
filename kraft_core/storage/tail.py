"""The newest batches of the log, in memory: those that wait for the disk, and some behind them.

Followers fetch what was just appended, so most reads never touch a file; and a read has to see what
is queued but not written.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kraft_core.consensus.values import BatchSummary, Payload


class TailPiece:
    """Batches that were appended together, and their bytes. `is_written` when a file has them."""

    __slots__ = ("base_offset", "batches", "end_offset", "is_written", "payload")

    def __init__(self, batches: Sequence[BatchSummary], payload: Payload) -> None:
        self.batches = batches
        self.payload = payload
        self.base_offset = batches[0].base_offset
        self.end_offset = batches[-1].end_offset
        self.is_written = False

    def places(self) -> Iterator[tuple[BatchSummary, int]]:
        """The batches, each with its position."""
        position = 0
        for batch in self.batches:
            yield batch, position
            position += batch.size_bytes

    def cut(self, end_offset: int) -> bool:
        """Drop the batches that reach beyond that offset; whether anything is left.

        The queue keeps bytes of its own, so that what was queued is written as it was.
        """
        kept = [batch for batch in self.batches if batch.end_offset <= end_offset]
        if not kept:
            return False
        self.payload = memoryview(self.payload)[: sum(batch.size_bytes for batch in kept)]
        self.batches = kept
        self.end_offset = kept[-1].end_offset
        return True


class Tail:
    """Pieces in the order of their offsets, without a gap, up to the log end."""

    def __init__(self, recent_bytes: int) -> None:
        self._recent_bytes = recent_bytes
        self._pieces: list[TailPiece] = []
        self._size_bytes = 0

    @property
    def start_offset(self) -> int | None:
        """The first offset that is here, None if none is."""
        return self._pieces[0].base_offset if self._pieces else None

    def append(self, piece: TailPiece) -> None:
        """Add what follows."""
        self._pieces.append(piece)
        self._size_bytes += len(piece.payload)

    def trim(self) -> None:
        """Let go of the oldest pieces that a file has, down to the size that is kept.

        Only when a quarter more has gathered, so that this is no work for each append.
        """
        count, size = 0, self._size_bytes
        if size <= self._recent_bytes + self._recent_bytes // 4:
            return
        for piece in self._pieces:
            if size <= self._recent_bytes or not piece.is_written:
                break
            size -= len(piece.payload)
            count += 1
        if count:
            del self._pieces[:count]
            self._size_bytes = size

    def truncate(self, end_offset: int) -> None:
        """Drop everything from that offset on."""
        while self._pieces and self._pieces[-1].end_offset > end_offset:
            piece = self._pieces.pop()
            self._size_bytes -= len(piece.payload)
            if piece.cut(end_offset):
                self.append(piece)

    def clear(self) -> None:
        """Drop everything."""
        self._pieces.clear()
        self._size_bytes = 0

    def batch_start(self, offset: int) -> int:
        """The base offset of the batch that has that offset, which is here."""
        piece = self._pieces[self._place(offset)]
        starts = (batch.base_offset for batch in piece.batches if batch.end_offset > offset)
        return next(starts, piece.end_offset)

    def read(self, start_offset: int, end_offset: int, max_bytes: int) -> bytes:
        """Whole batches from the one that has `start_offset` on, that end at `end_offset` at most.

        At least one if there is one, otherwise at most `max_bytes`.
        """
        found: list[Payload] = []
        room = max_bytes
        for place in range(self._place(start_offset), len(self._pieces)):
            piece = self._pieces[place]
            taken, is_whole = _take(piece, start_offset, end_offset, room, at_least_one=not found)
            if taken:
                found.append(taken)
                room -= len(taken)
            if not is_whole:
                break
        return bytes(found[0]) if len(found) == 1 else b"".join(found)

    def _place(self, offset: int) -> int:
        place = bisect_right(self._pieces, offset, key=lambda piece: piece.base_offset)
        return max(place - 1, 0)


def _take(
    piece: TailPiece, start_offset: int, end_offset: int, room: int, *, at_least_one: bool
) -> tuple[Payload, bool]:
    """The bytes of a piece that belong into an answer, and whether the next piece may follow."""
    fits = len(piece.payload) <= room and piece.end_offset <= end_offset
    if fits and start_offset <= piece.base_offset:
        return piece.payload, True
    begin = stop = None
    for batch, position in piece.places():
        if batch.end_offset <= start_offset:
            continue
        begin = position if begin is None else begin
        after = position + batch.size_bytes
        forced = at_least_one and stop is None
        if batch.end_offset > end_offset or (after - begin > room and not forced):
            return memoryview(piece.payload)[begin : stop or begin], False
        stop = after
    return memoryview(piece.payload)[begin:stop] if stop else b"", True
