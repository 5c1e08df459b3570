"""The sparse indexes beside a segment: offsets to positions, timestamps to offsets.

An entry of `.index` holds the last offset of the batch at a position. The files of an active
segment are preallocated: what follows the last entry is zero.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from kraft_spark.files.batch_headers import HEADER

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kraft_spark.files.log_file import LogFile

INDEX_ENTRY: Final = np.dtype([("offset", ">i4"), ("position", ">i4")])
TIME_ENTRY: Final = np.dtype([("timestamp", ">i8"), ("offset", ">i4")])


def read_index(content: bytes, base_offset: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Offsets and positions of an offset index, up to its first empty entry."""
    entries = np.frombuffer(content[: len(content) // 8 * 8], INDEX_ENTRY)
    entries = entries[: _filled(entries["position"], entries["offset"])]
    return entries["offset"].astype(np.int64) + base_offset, entries["position"].astype(np.int64)


def read_time_index(
    content: bytes, base_offset: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Timestamps and offsets of a time index, up to its first empty entry."""
    entries = np.frombuffer(content[: len(content) // 12 * 12], TIME_ENTRY)
    entries = entries[: _filled(entries["timestamp"], entries["offset"])]
    return entries["timestamp"].astype(np.int64), entries["offset"].astype(np.int64) + base_offset


def begins_batch(head: bytes, last_offset: int, left: int) -> bool:
    """Whether these bytes begin the batch of format 2 that ends with this offset."""
    if len(head) < HEADER.itemsize:
        return False
    found = np.frombuffer(head, HEADER)[0]
    last = int(found["baseOffset"]) + int(found["lastOffsetDelta"])
    return bool(found["magic"] == 2 and last == last_offset and 49 <= found["length"] <= left - 12)


def start_before(file: LogFile, offset: int) -> int:
    """A place in a segment where a batch begins and before which all offsets are lower.

    0 where the index does not say, or says what is not so.
    """
    base = file.name.base_offset
    if base is None or offset <= base or ".index" not in file.sidecars:
        return 0
    ends, positions = read_index(file.store.read_all(file.sidecar(".index")), base)
    entry = int(np.searchsorted(ends, offset)) - 1
    if entry < 0 or (np.diff(ends) <= 0).any() or (np.diff(positions) <= 0).any():
        return 0
    place = int(positions[entry])
    if not 0 < place < file.size:
        return 0
    with file.store.open(file.path) as source:
        head = bytes(source.read(place, HEADER.itemsize))
    return place if begins_batch(head, int(ends[entry]), file.size - place) else 0


def _filled(first: NDArray[Any], second: NDArray[Any]) -> int:
    """How many entries come before the first that is all zero; the very first may be that."""
    empty = np.flatnonzero((first == 0) & (second == 0))
    ends = empty[empty > 0]
    filled = int(ends[0]) if len(ends) else len(first)
    return 0 if filled == 1 and len(empty) and empty[0] == 0 else filled
