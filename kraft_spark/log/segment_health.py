"""What a segment or snapshot is like as a whole: counts, offsets, order, and how its indexes fit.

Fed block by block, so that memory does not grow with the file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from kraft_spark.decoding.legacy_payloads import legacy_batch
from kraft_wire.errors import DecodeError
from kraft_wire.records.attributes import COMPRESSION_MASK, DELETE_HORIZON_FLAG

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kraft_spark.files.batch_headers import Block

    Ints = NDArray[np.int64]

NO_TIMESTAMP: Final = -1


@dataclass(frozen=True, slots=True)
class Headers:
    """What a block says of its batches; `counts` is None where it does not say how many records."""

    positions: Ints
    base: Ints
    last: Ints
    oldest: Ints
    newest: Ints
    counts: Ints | None


def headers_of(block: Block) -> Headers:
    """The headers of a block of any format."""
    if block.is_legacy:
        return _legacy(block)
    heads = block.heads
    base = heads["baseOffset"].astype(np.int64)
    newest = heads["maxTimestamp"].astype(np.int64)
    has_horizon = (heads["attributes"] & DELETE_HORIZON_FLAG) != 0
    oldest = np.where(has_horizon, newest, heads["baseTimestamp"].astype(np.int64))
    counts = heads["count"].astype(np.int64)
    return Headers(block.positions(), base, base + heads["lastOffsetDelta"], oldest, newest, counts)


def _legacy(block: Block) -> Headers:
    batches = [legacy_batch(block, index) for index in range(len(block))]
    last = np.array([batch.last_offset for batch in batches], np.int64)
    is_plain = not any(batch.attributes & COMPRESSION_MASK for batch in batches)
    base = last if is_plain else np.array([_base(batch) for batch in batches], np.int64)
    moments = np.array([_moment(batch) for batch in batches], np.int64)
    counts = np.ones(len(batches), np.int64) if is_plain else None
    return Headers(block.positions(), base, last, moments, moments, counts)


def _base(batch: Any) -> int:
    try:
        return int(batch.base_offset)
    except DecodeError:
        return int(batch.last_offset)


def _moment(batch: Any) -> int:
    try:
        return int(batch.max_timestamp)
    except DecodeError:
        return NO_TIMESTAMP


class Health:
    """Adds up the batches of one file; `previous_end` is the end of the segment before, if any."""

    def __init__(self, previous_end: int | None) -> None:
        self.batches = 0
        self.valid_bytes = 0
        self.records: int | None = 0
        self.first_offset: int | None = None
        self.last_offset: int | None = None
        self.oldest: int | None = None
        self.newest: int | None = None
        self.gaps = 0
        self.out_of_order = 0
        self._expected = previous_end

    def add(self, block: Block, headers: Headers) -> None:
        """Take in a block whose checksums are right."""
        self.batches += len(block)
        self.valid_bytes += int(block.sizes.sum())
        if headers.counts is None or self.records is None:
            self.records = None
        else:
            self.records += int(headers.counts.sum())
        if self.first_offset is None:
            self.first_offset = int(headers.base[0])
        self.last_offset = int(headers.last[-1])
        self.oldest = _least(self.oldest, headers.oldest)
        self.newest = _most(self.newest, headers.newest)
        begin = int(headers.base[0]) if self._expected is None else self._expected
        expected = np.append(begin, headers.last[:-1] + 1)
        self.gaps += int((headers.base > expected).sum())
        self.out_of_order += int((headers.base < expected).sum())
        self._expected = int(headers.last[-1]) + 1


def _least(so_far: int | None, moments: Ints) -> int | None:
    known = moments[moments != NO_TIMESTAMP]
    if not len(known):
        return so_far
    least = int(known.min())
    return least if so_far is None else min(so_far, least)


def _most(so_far: int | None, moments: Ints) -> int | None:
    known = moments[moments != NO_TIMESTAMP]
    if not len(known):
        return so_far
    most = int(known.max())
    return most if so_far is None else max(so_far, most)


class IndexCheck:
    """Holds the entries of an offset index against the batches that go by."""

    def __init__(self, offsets: Ints, positions: Ints) -> None:
        self._offsets = offsets
        self._positions = positions
        self._right = np.zeros(len(offsets), np.bool_)

    def add(self, headers: Headers) -> None:
        """Take in the batches of a block."""
        place = np.searchsorted(headers.positions, self._positions)
        place = place.clip(0, len(headers.positions) - 1)
        self._right |= (headers.positions[place] == self._positions) & (
            headers.last[place] == self._offsets
        )

    def mismatches(self) -> int:
        """How many entries point at no batch that ends with their offset."""
        return int((~self._right).sum())


class TimeIndexCheck:
    """Holds the entries of a time index against the batches that go by."""

    def __init__(self, timestamps: Ints, offsets: Ints) -> None:
        self._timestamps = timestamps
        self._offsets = offsets
        self._right = np.zeros(len(offsets), np.bool_)

    def add(self, headers: Headers) -> None:
        """Take in the batches of a block."""
        place = np.searchsorted(headers.last, self._offsets).clip(0, len(headers.last) - 1)
        self._right |= (
            (headers.base[place] <= self._offsets)
            & (headers.last[place] >= self._offsets)
            & (headers.newest[place] == self._timestamps)
        )

    def mismatches(self) -> int:
        """How many entries are of no batch that has their offset and their timestamp as newest."""
        return int((~self._right).sum())
