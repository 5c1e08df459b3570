"""The batches of a piece of a log: where they stand and what their headers say, as numpy arrays.

A chain is followed by the lengths alone; the headers are then gathered in one step. Message format
2 has a header of 61 bytes; formats 0 and 1 are kept apart, a block holds one kind only.
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
"""Offset, length and magic stand in the first bytes of every format."""

WINDOW_BYTES: Final = 1 << 20
"""How much of a file is followed at a time where nothing but headers is read."""

_LENGTH_AND_MAGIC: Final = Struct(">i4xb")
_LENGTH_PLACE: Final = 8
_LEGACY_CRC: Final = Struct(">I")
_LEGACY_COVERED: Final = LOG_OVERHEAD + 4
_HEADER_BYTES: Final = np.arange(BATCH_OVERHEAD)


class Readable(Protocol):
    """A file, or bytes that stand for one."""

    def read(self, position: int, size: int) -> Any:
        """A buffer of up to so many bytes."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Batches that follow each other: where they begin, and why the chain ends at `next`.

    `why` is `end` (nothing is left), `short` (what is left may be the begin of a batch), `kind`
    (a batch of the other kind follows) or `bad` (no batch can begin there).
    """

    places: list[int]
    next: int
    is_legacy: bool
    why: str


@dataclass(frozen=True, slots=True)
class Block:
    """Batches of one kind that stand in one buffer.

    `origin` is the position in the file of the buffer's first byte, `places` and `sizes` say where
    the batches lie in it. `heads` is empty for formats 0 and 1. `valid` says which checksums are
    right, None where nobody looked.
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
        """Where the batches stand in the file."""
        return self.places + self.origin

    def part(self, chosen: slice | NDArray[Any]) -> Block:
        """Some of the batches."""
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
        """All bytes of one batch."""
        place = int(self.places[index])
        return bytes(memoryview(self.buffer)[place : place + int(self.sizes[index])])


def follow(view: memoryview, position: int, end: int) -> Chain:
    """Follow the lengths from a position on, as long as whole batches of one kind come."""
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
    """Where the batches from `start` to `end` begin, found by their lengths; one must at `start`.

    Windows of the file are read one by one, so it may grow or shrink meanwhile: the places end
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
    """The size of the batch that seems to begin here; None where none can."""
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
