"""Find the next batch behind damage: guessing, and only for that.

A candidate has the magic, a length that fits and the right checksum. The work is bounded, so that
bytes made to look like thousands of long batches cost no more than reading them a few times.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

import numpy as np

from kraft_wire.records.batch import BATCH_OVERHEAD, CRC_COVERS_FROM, LOG_OVERHEAD, MAGIC
from kraft_wire.records.checksum import crc32c
from kraft_wire.records.legacy import MESSAGE_BYTES_MIN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kraft_spark.files.batch_headers import Readable

WINDOW_BYTES: Final = 4 << 20
_MAGIC_PLACE: Final = 16
_BUDGET_BYTES: Final = 256 << 20
"""How many bytes are held against checksums before the search gives up."""


def find_next(source: Readable, position: int, end: int, *, legacy_too: bool = False) -> int | None:
    """The position of the first batch with a right checksum that begins at or behind `position`.

    None where there is none before `end`. Formats 0 and 1 are looked for only if asked for.
    """
    budget = _BUDGET_BYTES
    while position + LOG_OVERHEAD + MESSAGE_BYTES_MIN <= end:
        size = min(WINDOW_BYTES, end - position)
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
    """Places where magic and length could be those of a batch, with its size."""
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
