"""Where a segment may be cut: each task finds its own begin and end, and neighbours find the same.

The planner cuts by size and reads nothing. A cut stands for the first batch at or after it of which
the index says that it begins there, and one does; without an index, on a local disk, the lengths of
the batches are followed. It is never found by guessing inside data, which may hold batches itself.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final

import numpy as np

from kraft_spark.files.batch_headers import HEADER, batch_places
from kraft_spark.files.offset_index import begins_batch, read_index

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kraft_spark.files.batch_headers import Readable
    from kraft_spark.files.log_file import LogFile

_TRIES_MAX: Final = 64
"""So many entries of an index are looked at before it is not believed any more."""

_CACHED_MAX: Final = 16

Places = tuple["NDArray[np.int64] | None", "NDArray[np.int64]"]
"""Last offsets, None where they are not known, and positions of batches."""

_cache: OrderedDict[tuple[object, ...], Places] = OrderedDict()


def can_be_cut(file: LogFile) -> bool:
    """Whether tasks can find a begin inside a file without reading all that comes before it."""
    return ".index" in file.sidecars or file.store.local_path(file.path) is not None


def boundary(file: LogFile, source: Readable, cut: int) -> int:
    """The position of a batch that begins at or after a cut; the size of the file if none is found.

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
    """What is known of the batches of a file, read once in this process."""
    key = (file.store, file.path, file.size, file.modified)
    found = _cache.get(key)
    if found is None:
        found = _cache[key] = _read_places(file, source)
        while len(_cache) > _CACHED_MAX:
            _cache.popitem(last=False)
    return found


def _read_places(file: LogFile, source: Readable) -> Places:
    if ".index" not in file.sidecars:
        return None, np.array(batch_places(source, 0, file.size), np.int64)
    content = file.store.read_all(file.sidecar(".index"))
    ends, positions = read_index(content, file.name.base_offset or 0)
    if (np.diff(positions) <= 0).any():
        return ends[:0], positions[:0]
    return ends, positions
