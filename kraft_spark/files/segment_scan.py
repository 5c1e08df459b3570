"""The bytes of a segment as blocks of batches, damage and tail, in the order of the file.

Three parts: the headers of batches as numpy arrays, the search for the next batch after damage, and
the scan of a file or a part of one. Message format 2 has a header of 61 bytes; formats 0 and 1 are
kept apart, a block holds one kind only.

A torn or zero tail of the last segment of a partition is normal; the same elsewhere, an impossible
length and a magic above 2 are damage, after which the scan continues at the next batch that has the
right checksum. Wrong checksums are left to the reader of the blocks.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from struct import Struct
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from kraft_wire.records.batch import BATCH_OVERHEAD, CRC_COVERS_FROM, LOG_OVERHEAD, MAGIC
from kraft_wire.records.checksum import crc32c
from kraft_wire.records.legacy import MESSAGE_BYTES_MIN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

HEADER: Final = np.dtype(
    [
        ("baseOffset", ">i8"),
        ("length", ">i4"),
        ("partitionLeaderEpoch", ">i4"),
        ("magic", "i1"),
        ("crc", ">u4"),
        ("attributes", ">i2"),
        ("lastOffsetDelta", ">i4"),
        ("baseTimestamp", ">i8"),
        ("maxTimestamp", ">i8"),
        ("producerId", ">i8"),
        ("producerEpoch", ">i2"),
        ("baseSequence", ">i4"),
        ("count", ">i4"),
    ]
)
"""The header of a batch in format 2."""

FRONT_BYTES: Final = 17
"""Bytes of offset, length and magic, with which every format begins."""

WINDOW_BYTES: Final = 1 << 20
"""Bytes of a file that are followed at a time if only headers are read."""

_LENGTH_AND_MAGIC: Final = Struct(">i4xb")
_LENGTH_PLACE: Final = 8
_LEGACY_CRC: Final = Struct(">I")
_LEGACY_COVERED: Final = LOG_OVERHEAD + 4
_HEADER_BYTES: Final = np.arange(BATCH_OVERHEAD)


class Readable(Protocol):
    """A file, or bytes in its place."""

    def read(self, position: int, size: int) -> Any:
        """Return a buffer of up to `size` bytes."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Consecutive batches: their positions, and why the chain ends at `next`.

    `why` is `end` (the input ends), `short` (the rest can be the start of a batch), `kind` (the
    next batch is of the other kind) or `bad` (no batch can begin there).
    """

    places: list[int]
    next: int
    is_legacy: bool
    why: str


@dataclass(frozen=True, slots=True)
class Block:
    """Batches of one kind in one buffer.

    `origin` is the position in the file of the buffer's first byte, `places` and `sizes` say where
    the batches are in it. `heads` is empty for formats 0 and 1. `valid` says which checksums are
    right, None where they were not checked.
    """

    buffer: Any
    origin: int
    places: NDArray[np.int64]
    sizes: NDArray[np.int64]
    heads: NDArray[Any]
    is_legacy: bool
    valid: NDArray[np.bool_] | None

    def __len__(self) -> int:
        return len(self.places)

    def positions(self) -> NDArray[np.int64]:
        """Return the positions of the batches in the file."""
        return self.places + self.origin

    def end_offset(self) -> int:
        """Return the offset after the last record of all batches."""
        if self.is_legacy:
            place = int(self.places[-1])
            return int.from_bytes(memoryview(self.buffer)[place : place + 8], signed=True) + 1
        last = self.heads["baseOffset"].astype(np.int64) + self.heads["lastOffsetDelta"]
        return int(last.max()) + 1

    def part(self, chosen: slice | NDArray[Any]) -> Block:
        """Return the block with the chosen batches only."""
        return Block(
            self.buffer,
            self.origin,
            self.places[chosen],
            self.sizes[chosen],
            self.heads[chosen] if len(self.heads) else self.heads,
            self.is_legacy,
            None if self.valid is None else self.valid[chosen],
        )

    def batch_bytes(self, index: int) -> bytes:
        """Return the bytes of one batch."""
        place = int(self.places[index])
        return bytes(memoryview(self.buffer)[place : place + int(self.sizes[index])])


def follow(view: memoryview, position: int, end: int) -> Chain:
    """Follow the lengths from a position on, over whole batches of one kind."""
    unpack = _LENGTH_AND_MAGIC.unpack_from
    places: list[int] = []
    append = places.append
    last_front = end - FRONT_BYTES
    while position <= last_front:
        length, magic = unpack(view, position + _LENGTH_PLACE)
        following = position + LOG_OVERHEAD + length
        if magic != MAGIC or length < BATCH_OVERHEAD - LOG_OVERHEAD or following > end:
            break
        append(position)
        position = following
    if places:
        return Chain(places, position, is_legacy=False, why=_why(view, position, end))
    while position <= last_front:
        length, magic = unpack(view, position + _LENGTH_PLACE)
        following = position + LOG_OVERHEAD + length
        if not 0 <= magic < MAGIC or length < MESSAGE_BYTES_MIN or following > end:
            break
        append(position)
        position = following
    return Chain(places, position, is_legacy=bool(places), why=_why(view, position, end))


def batch_places(source: Readable, start: int, end: int) -> list[int]:
    """Yield the positions of the batches from `start` to `end`, by their lengths.

    A batch must begin at `start`.

    Windows of the file are read one by one, so it can grow or shrink meanwhile: the places end
    where no whole batch follows.
    """
    found: list[int] = []
    position = start
    while position + FRONT_BYTES <= end:
        view = memoryview(
            source.read(position, min(max(WINDOW_BYTES, FRONT_BYTES), end - position))
        )
        if len(view) < FRONT_BYTES:
            break
        chain = follow(view, 0, len(view))
        if chain.places:
            found += [place + position for place in chain.places]
            position += chain.next
            continue
        size = batch_size(view, 0)  # of a batch that is larger than the window
        if size is None or size > end - position:
            break
        found.append(position)
        position += size
    return found


def _why(view: memoryview, position: int, end: int) -> str:
    if position == end:
        return "end"
    if position > end - FRONT_BYTES:
        return "short"
    size = batch_size(view, position)
    if size is None:
        return "bad"
    return "short" if size > end - position else "kind"


def batch_size(view: memoryview, position: int) -> int | None:
    """Return the size of the batch that seems to begin here; None if none can."""
    length, magic = _LENGTH_AND_MAGIC.unpack_from(view, position + _LENGTH_PLACE)
    least = BATCH_OVERHEAD - LOG_OVERHEAD if magic == MAGIC else MESSAGE_BYTES_MIN
    if not 0 <= magic <= MAGIC or length < least:
        return None
    return int(length) + LOG_OVERHEAD


def block_of(buffer: Any, origin: int, chain: Chain, *, check_crcs: bool) -> Block:
    """Gather the headers of a chain."""
    places = np.array(chain.places, dtype=np.int64)
    sizes = np.diff(places, append=chain.next)
    if chain.is_legacy:
        heads = np.empty(0, HEADER)
    else:
        every = np.frombuffer(buffer, np.uint8)
        heads = every[places[:, None] + _HEADER_BYTES].view(HEADER).reshape(-1)
    valid = None
    if check_crcs:
        check = _legacy_crcs if chain.is_legacy else _crcs
        valid = check(memoryview(buffer), chain.places, chain.next, heads)
    return Block(buffer, origin, places, sizes, heads, chain.is_legacy, valid)


def _crcs(view: memoryview, places: list[int], end: int, heads: NDArray[Any]) -> NDArray[np.bool_]:
    ends = [*places[1:], end]
    computed = [
        crc32c(view[place + CRC_COVERS_FROM : after])
        for place, after in zip(places, ends, strict=True)
    ]
    right: NDArray[np.bool_] = np.equal(np.array(computed, np.uint32), heads["crc"])
    return right


def _legacy_crcs(
    view: memoryview, places: list[int], end: int, _: NDArray[Any]
) -> NDArray[np.bool_]:
    ends = [*places[1:], end]
    return np.array(
        [
            _LEGACY_CRC.unpack_from(view, place + LOG_OVERHEAD)[0]
            == zlib.crc32(view[place + _LEGACY_COVERED : after])
            for place, after in zip(places, ends, strict=True)
        ],
        np.bool_,
    )


SEARCH_BYTES: Final = 4 << 20
_MAGIC_PLACE: Final = 16
_BUDGET_BYTES: Final = 256 << 20
"""Bytes that are checked against checksums before the search ends."""


def find_next(source: Readable, position: int, end: int, *, legacy_too: bool = False) -> int | None:
    """Return the position of the first sound batch that begins at or after `position`.

    None where there is none before `end`. Formats 0 and 1 are found only on request.
    """
    budget = _BUDGET_BYTES
    while position + LOG_OVERHEAD + MESSAGE_BYTES_MIN <= end:
        size = min(SEARCH_BYTES, end - position)
        view = memoryview(source.read(position, size))
        if len(view) <= _MAGIC_PLACE:
            return None
        for place, length in _candidates(view, end - position, legacy_too=legacy_too):
            budget -= length
            if budget < 0:
                return None
            if place + length <= len(view):
                batch = view[place : place + length]
            else:
                batch = memoryview(source.read(position + place, length))
            if len(batch) == length and _is_sound(batch):
                return position + place
        position += len(view) - _MAGIC_PLACE
    return None


def _candidates(view: memoryview, left: int, *, legacy_too: bool) -> list[tuple[int, int]]:
    """Yield places where magic and length can be those of a batch, with its size."""
    every = np.frombuffer(view, np.uint8)
    magics = every[_MAGIC_PLACE:]
    likely = magics <= MAGIC if legacy_too else magics == MAGIC
    places = np.flatnonzero(likely)
    sizes = _lengths(every, places) + LOG_OVERHEAD
    least = np.where(magics[places] == MAGIC, BATCH_OVERHEAD, LOG_OVERHEAD + MESSAGE_BYTES_MIN)
    fits = (sizes >= least) & (places + sizes <= left)
    return list(zip(places[fits].tolist(), sizes[fits].tolist(), strict=True))


def _lengths(every: NDArray[np.uint8], places: NDArray[np.int64]) -> NDArray[np.int64]:
    found = np.zeros(len(places), np.int64)
    for index in range(4):
        found = found << 8 | every[places + 8 + index]
    return np.where(found > 0x7FFFFFFF, -1 << 32, found)


def _is_sound(batch: memoryview) -> bool:
    if batch[_MAGIC_PLACE] == MAGIC:
        return int.from_bytes(batch[17:21]) == crc32c(batch[CRC_COVERS_FROM:])
    return int.from_bytes(batch[12:16]) == zlib.crc32(batch[16:])


CHUNK_BYTES: Final = 4 << 20
_ZEROS_WINDOW: Final = 4 << 20
_SHORTER: Final = "the file became shorter while it was read"
_DOUBTED: Final = "the checksum is wrong, and no batch begins where this one says it ends"


@dataclass(frozen=True, slots=True)
class Damage:
    """Bytes that are not a readable batch; `base_offset` is from their header, if it has one."""

    position: int
    length: int
    reason: str
    base_offset: int | None = None


@dataclass(frozen=True, slots=True)
class Tail:
    """Bytes after the last batch that a crash or preallocation leaves.

    `kind` is `zeros`, `torn header` or `torn batch`.
    """

    position: int
    length: int
    kind: str


class SegmentScan:
    """Iterates over `Block`, `Damage` and `Tail` of the bytes from `start` to `end`.

    `start` and, unless it is the file's own end, `end` are places where a batch begins.
    `may_have_tail` is for the last segment of a partition, if `end` is the end of the file.
    """

    def __init__(
        self,
        source: Readable,
        start: int,
        end: int,
        *,
        check_crcs: bool = True,
        may_have_tail: bool = False,
        chunk_bytes: int = CHUNK_BYTES,
    ) -> None:
        self._source = source
        self._position = start
        self._end = end
        self._check_crcs = check_crcs
        self._may_have_tail = may_have_tail
        self._chunk_bytes = max(chunk_bytes, BATCH_OVERHEAD)
        self._saw_legacy = False

    def __iter__(self) -> Iterator[Block | Damage | Tail]:
        wanted = self._chunk_bytes
        missing = 0
        while (left := self._end - self._position) > 0:
            asked = min(wanted, left)
            buffer = self._source.read(self._position, asked)
            view = memoryview(buffer)
            if len(view) < asked:
                missing += left - len(view)
                left = len(view)
                self._end = self._position + left
                if not left:
                    break
            chain = follow(view, 0, len(view))
            origin = self._position
            if chain.places:
                block = block_of(buffer, origin, chain, check_crcs=self._check_crcs)
                doubted = self._doubted(block, chain, view)
                self._saw_legacy |= block.is_legacy
                sound = block.part(slice(0, len(block) - doubted))
                del block, buffer, view  # a large batch is not held while the next is read
                if len(sound):
                    yield sound
                del sound
                self._position = origin + (chain.places[-1] if doubted else chain.next)
                wanted = self._chunk_bytes
                if doubted or chain.why == "bad":
                    yield from self._broken(is_doubted=doubted)
            elif chain.why == "bad" or len(view) == left:
                del view, buffer
                yield from self._broken()
            else:
                wanted = self._more(view)
                del view, buffer
        if missing:
            yield Damage(self._end, missing, _SHORTER)

    def _doubted(self, block: Block, chain: Chain, view: memoryview) -> bool:
        """Return True if the length of the last batch seems wrong.

        Its checksum is wrong, and the bytes after it are not a header, or one of a batch that is
        too long, though a valid batch follows somewhere.
        """
        if block.valid is None or block.valid[-1] or chain.why not in ("bad", "short"):
            return False
        if chain.why == "bad":
            return True
        if chain.next + FRONT_BYTES > len(view):
            return False
        size = batch_size(view, chain.next)
        after = self._position + chain.places[-1] + 1
        return (
            size is not None
            and size > self._end - self._position - chain.next
            and find_next(self._source, after, self._end) is not None
        )

    def _more(self, view: memoryview) -> int:
        """Return the number of bytes that complete a batch whose beginning was read."""
        size = batch_size(view, 0) if len(view) >= FRONT_BYTES else None
        return max(size or 0, self._chunk_bytes, FRONT_BYTES)

    def _broken(self, *, is_doubted: bool = False) -> Iterator[Damage | Tail]:
        """Report the bytes at a position without a whole batch, and skip them."""
        left = self._end - self._position
        front = memoryview(self._source.read(self._position, min(BATCH_OVERHEAD, left)))
        if len(front) < min(BATCH_OVERHEAD, left):
            yield self._past(self._end, _SHORTER)
            return
        reason, torn = (_DOUBTED, None) if is_doubted else _reason(front, left)
        if not any(front) and self._is_zero(len(front)):
            if self._may_have_tail:
                yield self._tail("zeros")
            else:
                yield self._past(self._end, "zeros to the end of the file", front)
            return
        found = find_next(self._source, self._position + 1, self._end, legacy_too=self._saw_legacy)
        if found is None and torn is not None and self._may_have_tail:
            yield self._tail(torn)
            return
        yield self._past(self._end if found is None else found, reason, front)

    def _is_zero(self, position: int) -> bool:
        """Return True if all remaining bytes are zero, known up to this place after it."""
        position += self._position
        while position < self._end:
            piece = self._source.read(position, min(_ZEROS_WINDOW, self._end - position))
            every = np.frombuffer(piece, np.uint8)
            if not len(every) or every.any():
                return False
            position += len(every)
        return True

    def _tail(self, kind: str) -> Tail:
        tail = Tail(self._position, self._end - self._position, kind)
        self._position = self._end
        return tail

    def _past(self, found: int, reason: str, front: Any = b"") -> Damage:
        offset = int.from_bytes(front[:8], signed=True) if len(front) >= 8 else None
        damage = Damage(self._position, found - self._position, reason, offset)
        self._position = found
        return damage


def _reason(front: memoryview, left: int) -> tuple[str, str | None]:
    """Return why no whole batch begins there, and the possible kind of tail."""
    size = batch_size(front, 0) if left >= FRONT_BYTES else None
    if size is None and left < LOG_OVERHEAD + MESSAGE_BYTES_MIN:
        return f"{left} bytes are not a batch header", "torn header"
    if size is not None and size > left:
        return f"batch of {size} bytes, but {left} are left", "torn batch"
    magic = int.from_bytes(front[16:17], signed=True)
    if not 0 <= magic <= MAGIC:
        return f"unknown magic {magic}", None
    length = int.from_bytes(front[8:12], signed=True)
    return f"batch size {12 + length} is less than the size of its header", None


def without_wrong_crcs(block: Block) -> Iterator[Block | Damage]:
    """Yield a block in pieces: batches with valid checksums, and damage in between."""
    if block.valid is None or block.valid.all():
        yield block
        return
    start = 0
    for index in np.flatnonzero(~block.valid).tolist():
        if index > start:
            yield block.part(slice(start, index))
        yield damage_of(block, index, "the checksum is wrong")
        start = index + 1
    if start < len(block):
        yield block.part(slice(start, len(block)))


def damage_of(block: Block, index: int, reason: str) -> Damage:
    """Return one batch of a block as damage."""
    place = int(block.places[index])
    offset = int.from_bytes(memoryview(block.buffer)[place : place + 8], signed=True)
    return Damage(place + block.origin, int(block.sizes[index]), reason, offset)
