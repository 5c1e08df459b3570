"""Files to tasks: which parts of which files, cut at index positions, packed to a size.

A segment is cut only where its index says that a batch begins and one does: data may hold bytes
that look like a batch. Small files share a task; every task costs Spark some 50 ms.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import pairwise
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from kraft_spark.files.batch_headers import HEADER, follow_in_windows
from kraft_spark.files.offset_index import begins_batch, read_index
from kraft_spark.files.replicas import one_of_each
from kraft_spark.files.tiered_manifest import check_plain
from kraft_spark.log.layout import Listing
from kraft_spark.log.offset_range import NOTHING, bounds_of
from kraft_spark.log.parts import Bounds, LogPart, Transactions
from kraft_spark.log.transactions import read_transactions

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from kraft_spark.files.log_file import LogFile
    from kraft_spark.log.options import LogOptions

_SMALLEST_CUT: Final = 1 << 10
_WHOLE_VIEWS: Final = ("files",)
"""Views with one row for each file: nothing is cut."""


def plan(
    options: LogOptions, wants: Callable[[LogFile], bool] | None = None, extra: Bounds | None = None
) -> list[list[LogPart]]:
    """The parts that each task reads, in the order of the files.

    `wants` and `extra` are what filters of the query leave. Raises MissingPathError and OSError.
    """
    listing = Listing(options)
    files = listing.files
    if options.replicas == "one":
        files = one_of_each(files)
    if wants is not None:
        files = [file for file in files if wants(file)]
    if options.view not in _WHOLE_VIEWS:
        check_plain(files)
    parts: list[LogPart] = []
    for group in _partitions(files):
        parts += _parts(group, listing, options, extra)
    most = options.max_partition_bytes
    if options.min_partitions is not None:
        total = sum(part.size for part in parts)
        most = max(_SMALLEST_CUT, min(most, -(-total // options.min_partitions)))
    if options.view not in _WHOLE_VIEWS:
        parts = [piece for part in parts for piece in cut(part, most)]
    return pack(parts, most)


def _partitions(files: list[LogFile]) -> list[list[LogFile]]:
    """Files by directory: the segments of a partition stand together."""
    groups: dict[tuple[object, str], list[LogFile]] = defaultdict(list)
    for file in files:
        groups[(file.store, file.folder)].append(file)
    return list(groups.values())


def _parts(
    group: list[LogFile], listing: Listing, options: LogOptions, extra: Bounds | None
) -> list[LogPart]:
    """Whole files of one directory, without those that the bounds leave nothing of."""
    whole = [LogPart(file, 0, file.size) for file in group]
    if options.view in _WHOLE_VIEWS:
        return whole
    logs = sorted((file for file in group if file.is_log), key=_base)
    if not logs:
        return whole
    bounds = bounds_of(listing.segments_beside(logs[0]) if _needs_all(options) else logs, options)
    if bounds == NOTHING:
        return [part for part in whole if not part.file.is_log]
    if extra is not None:
        bounds = _both(bounds, extra)
    transactions = None
    if options.is_committed:
        transactions = read_transactions(listing.segments_beside(logs[0]), options)
    ends = {file.path: _base(after) for file, after in pairwise(logs)}
    found = []
    for part in whole:
        if not part.file.is_log:
            found.append(part)
        elif _overlaps(part.file, ends.get(part.file.path), bounds, transactions):
            found.append(replace(part, bounds=bounds, transactions=transactions))
    return found


def _needs_all(options: LogOptions) -> bool:
    return options.starting_timestamp is not None or options.ending_timestamp is not None


def _base(file: LogFile) -> int:
    return file.name.base_offset or 0


def _both(one: Bounds, other: Bounds) -> Bounds:
    firsts = [bound for bound in (one.first, other.first) if bound is not None]
    ends = [bound for bound in (one.end, other.end) if bound is not None]
    return Bounds(max(firsts, default=None), min(ends, default=None), other.since)


def _overlaps(
    file: LogFile, next_base: int | None, bounds: Bounds, transactions: Transactions | None
) -> bool:
    """Whether a segment may hold an offset that counts, by its own name and that of the next."""
    if file.name.base_offset is None:
        return True
    if bounds.first is not None and next_base is not None and next_base <= bounds.first:
        return False
    end = bounds.end
    if transactions is not None and transactions.last_stable is not None:
        end = min(transactions.last_stable, end) if end is not None else transactions.last_stable
    return end is None or file.name.base_offset < end


def cut(part: LogPart, most: int) -> list[LogPart]:
    """Cut a part where batches begin, near the multiples of `most`."""
    if part.size <= most + most // 2:
        return [part]
    wanted = np.arange(part.start + most, part.end - most // 4, most)
    places = _indexed(part, wanted) if ".index" in part.file.sidecars else _followed(part, wanted)
    starts = [part.start, *(place for place in places if part.start < place < part.end)]
    ends = [*starts[1:], part.end]
    return [replace(part, start=a, end=b) for a, b in zip(starts, ends, strict=True)]


def _indexed(part: LogPart, wanted: NDArray[np.int64]) -> list[int]:
    """Where the index says that batches begin, each looked at in the file."""
    file = part.file
    content = file.store.read_all(file.sidecar(".index"))
    offsets, positions = read_index(content, _base(file))
    if not len(positions) or (np.diff(positions) <= 0).any():
        return []
    places = []
    with file.store.open(file.path) as source:
        for entry in _nearest(positions, wanted).tolist():
            place = int(positions[entry])
            head = bytes(source.read(place, HEADER.itemsize)) if place < part.end else b""
            if begins_batch(head, int(offsets[entry]), part.end - place):
                places.append(place)
    return places


def _followed(part: LogPart, wanted: NDArray[np.int64]) -> list[int]:
    """Where batches begin, found by following them; only on the local disk that is cheap."""
    path = part.file.store.local_path(part.file.path)
    if path is None:
        return []
    with Path(path).open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as content:
        view = memoryview(content)
        try:
            chains = follow_in_windows(view, min(part.end, len(view)))
            found = [np.array(chain.places, np.int64) for chain in chains]
        finally:
            view.release()
    places = np.concatenate(found) if found else np.empty(0, np.int64)
    if not len(places):
        return []
    nearest: list[int] = places[_nearest(places, wanted)].tolist()
    return nearest


def _nearest(places: NDArray[np.int64], wanted: NDArray[np.int64]) -> NDArray[np.int64]:
    """Which of the places are nearest to those that are wanted."""
    after = np.searchsorted(places, wanted).clip(0, len(places) - 1)
    before = (after - 1).clip(0)
    nearer = np.abs(places[before] - wanted) < np.abs(places[after] - wanted)
    return np.unique(np.where(nearer, before, after))


def pack(parts: list[LogPart], most: int) -> list[list[LogPart]]:
    """Put parts together until they have a task's size."""
    tasks: list[list[LogPart]] = []
    size = 0
    for part in parts:
        if not tasks or size + part.size > most:
            tasks.append([])
            size = 0
        tasks[-1].append(part)
        size += part.size
    return tasks
