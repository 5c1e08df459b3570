"""The files alongside a segment: its indexes, producer states, and the manifest of a tier.

- `.index` and `.timeindex`: offsets to positions, timestamps to offsets. An entry of `.index` holds
  the last offset of the batch at a position. The files of an active segment are preallocated: what
  follows the last entry is zero.
- `.txnindex`: Kafka writes an entry where a transaction with records is aborted, into the file of
  the segment that has the marker; a segment without aborted transactions has no file.
- `<offset>.snapshot`: the producer state as Kafka's ProducerStateManager writes it, when it rolls a
  segment and at shutdown. It has the transactions that were open at its offset.
- `.rsm-manifest` and `.indexes` of Aiven's plugin for tiered storage: see `segments`.

By an index tasks cut a segment: each finds its own begin and end, and neighbours find the same. The
planner cuts by size and reads nothing. A cut means the first batch at or after it of which the
index says that it begins there, and one does; without an index, on a local disk, the lengths of the
batches are followed. It is never found by guessing inside data, which can hold batches itself.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from kraft_spark.files.segment_scan import HEADER, batch_places
from kraft_spark.files.segments import MANIFEST, offset_index, open_segment
from kraft_wire.errors import WireError
from kraft_wire.messages import message_class
from kraft_wire.records.checksum import crc32c

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kraft_spark.files.log_file import LogFile
    from kraft_spark.files.segment_scan import Readable

INDEX_ENTRY: Final = np.dtype([("offset", ">i4"), ("position", ">i4")])
TIME_ENTRY: Final = np.dtype([("timestamp", ">i8"), ("offset", ">i4")])


def read_index(content: bytes, base_offset: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return offsets and positions of an offset index, up to its first empty entry."""
    entries = np.frombuffer(content[: len(content) // 8 * 8], INDEX_ENTRY)
    entries = entries[: _filled(entries["position"], entries["offset"])]
    return entries["offset"].astype(np.int64) + base_offset, entries["position"].astype(np.int64)


def read_time_index(
    content: bytes, base_offset: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return timestamps and offsets of a time index, up to its first empty entry."""
    entries = np.frombuffer(content[: len(content) // 12 * 12], TIME_ENTRY)
    entries = entries[: _filled(entries["timestamp"], entries["offset"])]
    return entries["timestamp"].astype(np.int64), entries["offset"].astype(np.int64) + base_offset


def newest_times(file: LogFile) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the last entries of a segment's time index, at most two.

    An index can have megabytes, so only its last 24 bytes are read. If those are empty, the log was
    not closed and its index is preallocated: then the whole index is read.
    """
    base = file.name.base_offset or 0
    with file.store.open(file.sidecar(".timeindex")) as index:
        whole = index.size() // TIME_ENTRY.itemsize * TIME_ENTRY.itemsize
        begin = max(whole - 2 * TIME_ENTRY.itemsize, 0)
        end = index.read_at(begin, whole - begin)
        if begin and not any(end[-TIME_ENTRY.itemsize :]):
            end = index.read_at(0, whole)
    moments, offsets = read_time_index(end, base)
    return moments[-2:], offsets[-2:]


def begins_batch(head: bytes, last_offset: int, left: int) -> bool:
    """Return True if these bytes begin the batch of format 2 that ends with this offset."""
    if len(head) < HEADER.itemsize:
        return False
    found = np.frombuffer(head, HEADER)[0]
    last = int(found["baseOffset"]) + int(found["lastOffsetDelta"])
    return bool(found["magic"] == 2 and last == last_offset and 49 <= found["length"] <= left - 12)


def start_before(file: LogFile, offset: int) -> int:
    """Return a place in a segment where a batch begins and before which all offsets are lower.

    0 where the index does not say, or is wrong.
    """
    return span_of(file, offset, None)[0]


def span_of(file: LogFile, first: int | None, end: int | None) -> tuple[int, int]:
    """Return the range of a segment that contains the offsets from `first` on and below `end`.

    A batch begins at both positions, by the index and in the segment. Without a usable index the
    range is the whole segment.
    """
    base = file.name.base_offset
    is_wanted = base is not None and (end is not None or (first is not None and first > base))
    content = offset_index(file) if is_wanted else None
    if content is None or base is None:
        return 0, file.size
    ends, positions = read_index(content, base)
    if (np.diff(ends) <= 0).any() or (np.diff(positions) <= 0).any():
        return 0, file.size
    with open_segment(file) as source:
        size = source.file.size
        before = -1 if first is None else int(np.searchsorted(ends, first)) - 1
        # a batch after one that ends at or above `end - 1` begins at or above `end`
        after = len(ends) if end is None else int(np.searchsorted(ends, end - 1)) + 1
        places = []
        for entry, otherwise in ((before, 0), (after, size)):
            place = int(positions[entry]) if 0 <= entry < len(positions) else 0
            if not 0 < place < size:
                places.append(otherwise)
                continue
            head = bytes(source.read(place, HEADER.itemsize))
            is_one = begins_batch(head, int(ends[entry]), size - place)
            places.append(place if is_one else otherwise)
    return places[0], places[1]


def _filled(first: NDArray[Any], second: NDArray[Any]) -> int:
    """Return the number of entries before the first that is all zero.

    The very first can be zero.
    """
    empty = np.flatnonzero((first == 0) & (second == 0))
    ends = empty[empty > 0]
    filled = int(ends[0]) if len(ends) else len(first)
    return 0 if filled == 1 and len(empty) and empty[0] == 0 else filled


_TRIES_MAX: Final = 64
"""Number of entries of an index that are tried before it counts as invalid."""

_CACHED_MAX: Final = 16

Places = tuple["NDArray[np.int64] | None", "NDArray[np.int64]"]
"""Last offsets, None where they are not known, and positions of batches."""

_cache: OrderedDict[tuple[object, ...], Places] = OrderedDict()


def can_be_cut(file: LogFile) -> bool:
    """Return True if tasks can find a start inside a file without reading from its beginning."""
    has_index = ".index" in file.sidecars or MANIFEST in file.sidecars
    return has_index or file.store.local_path(file.path) is not None


def boundary(file: LogFile, source: Readable, cut: int) -> int:
    """Return the position of the first batch at or after a byte, else the size of the file.

    Raises OSError.
    """
    if cut <= 0 or cut >= file.size:
        return max(0, min(cut, file.size))
    ends, positions = _places(file, source)
    first = int(np.searchsorted(positions, cut))
    if ends is None:
        return int(positions[first]) if first < len(positions) else file.size
    for entry in range(first, min(first + _TRIES_MAX, len(positions))):
        place = int(positions[entry])
        if place >= file.size:
            break
        head = bytes(source.read(place, HEADER.itemsize))
        if begins_batch(head, int(ends[entry]), file.size - place):
            return place
    return file.size


def _places(file: LogFile, source: Readable) -> Places:
    """Return the known batches of a file, read once in this process."""
    key = (file.store, file.path, file.size, file.modified)
    found = _cache.get(key)
    if found is None:
        found = _cache[key] = _read_places(file, source)
        while len(_cache) > _CACHED_MAX:
            _cache.popitem(last=False)
    return found


def _read_places(file: LogFile, source: Readable) -> Places:
    content = offset_index(file)
    if content is None:
        return None, np.array(batch_places(source, 0, file.size), np.int64)
    ends, positions = read_index(content, file.name.base_offset or 0)
    if (np.diff(positions) <= 0).any():
        return ends[:0], positions[:0]
    return ends, positions


ABORTED_INDEX: Final = ".txnindex"
ABORTED_ENTRY: Final = np.dtype(
    [
        ("version", ">i2"),
        ("producerId", ">i8"),
        ("firstOffset", ">i8"),
        ("lastOffset", ">i8"),
        ("lastStableOffset", ">i8"),
    ]
)
"""Kafka's AbortedTxn; `lastOffset` is that of the marker."""


def read_aborted_index(content: bytes, base: int, end: int) -> NDArray[Any] | None:
    """Return the entries with offsets from `base` to `end`; None where they cannot be valid."""
    if not content or len(content) % ABORTED_ENTRY.itemsize:
        return None
    entries = np.frombuffer(content, ABORTED_ENTRY)
    first, last = entries["firstOffset"].astype(np.int64), entries["lastOffset"].astype(np.int64)
    are_sound = (
        (entries["version"] == 0).all()
        and (first <= last).all()
        and (np.diff(last) > 0).all()
        and base <= last[0]
        and last[-1] < end
        and (entries["lastStableOffset"] <= last + 1).all()
    )
    return entries if are_sound else None


_CHECKED_FROM: Final = 6


def open_transactions(content: bytes) -> dict[int, int] | None:
    """Return the first offsets of the open transactions of a producer state, by producer id.

    None if the bytes are not a valid snapshot of a known version.
    """
    cls: Any = message_class("ProducerSnapshot")
    version = int.from_bytes(content[:2], signed=True)
    if len(content) < _CHECKED_FROM or not cls.VERSIONS[0] <= version <= cls.VERSIONS[1]:
        return None
    try:
        snapshot = cls.decode(content, version, 2)
    except WireError:
        return None
    if snapshot.crc != crc32c(memoryview(content)[_CHECKED_FROM:]):
        return None
    return {
        entry.producer_id: entry.current_txn_first_offset
        for entry in snapshot.producer_entries
        if entry.current_txn_first_offset >= 0
    }
