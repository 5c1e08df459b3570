"""Select the parts of a log to read, and pack them into tasks: filters, bounds, cuts.

Small files share a task; every task costs Spark some 50 ms. Large ones are cut by size: tasks find
where batches begin.

Bounds come from options and from the filters of a query. A start timestamp is the first offset
whose record is at or above it, as Kafka's `offsetsForTimes` finds it; without such a record there
is nothing at the start, everything at the end. The indexes alongside a segment say where to begin.
Every filter is evaluated by Spark again: only whole files and batches are skipped.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from kraft_spark.decoding.decoded_batches import read_legacy, read_payloads
from kraft_spark.files.blocks import log_end
from kraft_spark.files.segment_scan import HEADER, Damage, SegmentScan, Tail, without_wrong_crcs
from kraft_spark.files.segments import MANIFEST, open_segment
from kraft_spark.files.sidecars import (
    begins_batch,
    boundary,
    can_be_cut,
    newest_times,
    read_index,
    read_time_index,
)
from kraft_spark.log.options import EARLIEST, LATEST
from kraft_spark.log.parts import NOTHING, Bounds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kraft_spark.decoding.decoded_batches import DecodedBatches
    from kraft_spark.files.log_file import LogFile
    from kraft_spark.files.segment_scan import Block, Readable
    from kraft_spark.log.options import LogOptions, Offsets
    from kraft_spark.log.parts import LogPart

_FILE_COLUMNS: Final = {name: name for name in ("topic", "partition", "path")}
_RECORD_COLUMNS: Final = {**_FILE_COLUMNS, "offset": "offset", "timestamp": "timestamp"}
_LOG_COLUMNS: Final = {
    "logtopic": "topic",
    "logpartition": "partition",
    "recordoffset": "offset",
    "timestamp": "timestamp",
    "path": "path",
}
COLUMNS: Final = {
    "records": _RECORD_COLUMNS,
    "batches": {
        **_FILE_COLUMNS,
        "baseoffset": "offset",
        "lastoffset": "offset",
        "maxtimestamp": "timestamp",
    },
    "metadata": {name: name for name in ("offset", "timestamp", "path")},
    "control": _RECORD_COLUMNS,
    "offsets": _LOG_COLUMNS,
    "transactions": _LOG_COLUMNS,
    "files": _FILE_COLUMNS,
    "tiers": {name: name for name in ("topic", "partition")},
}
"""Which columns of a view say what of the log."""


@dataclass(slots=True)
class Pushed:
    """The ranges that remain after filters; None where filters do not restrict."""

    topics: set[str] | None = None
    partitions: set[int] | None = None
    paths: set[str] | None = None
    first: int | None = None
    end: int | None = None
    since: int | None = None
    _view: str = field(default="records")

    @classmethod
    def of(cls, filters: Iterable[Any], view: str) -> Pushed:
        """Return the ranges for filters of PySpark, all of which must hold."""
        pushed = cls(_view=view)
        for one in filters:
            pushed._take(one)
        return pushed

    def is_empty(self) -> bool:
        """Return True if nothing is filtered out."""
        return self == Pushed(_view=self._view)

    def __str__(self) -> str:
        """Describe the read for a log line."""
        parts = [
            f"{name} {', '.join(sorted(map(str, values)))}"
            for name, values in (
                ("topics", self.topics),
                ("partitions", self.partitions),
                ("paths", self.paths),
            )
            if values is not None
        ]
        bounds = (("offsets from", self.first), ("offsets below", self.end), ("since", self.since))
        parts += [f"{name} {value}" for name, value in bounds if value is not None]
        return "; ".join(parts)

    def wants(self, file: LogFile) -> bool:
        """Return True if a file can hold rows that are left."""
        owner = file.owner
        if self.topics is not None and owner.topic not in self.topics:
            return False
        if self.paths is not None and file.uri not in self.paths:
            return False
        return self.partitions is None or owner.partition in self.partitions

    def bounds(self) -> Bounds:
        """Return the bounds of offsets and timestamps for the rest of a log."""
        return Bounds(self.first, self.end, self.since)

    def _take(self, one: Any) -> None:
        attribute: tuple[str, ...] = tuple(getattr(one, "attribute", ()))
        name = COLUMNS[self._view].get(attribute[0].lower()) if len(attribute) == 1 else None
        value = getattr(one, "value", None)
        if name is None or value is None:
            return
        kind = type(one).__name__
        if name in ("topic", "partition", "path"):
            values = {value} if kind == "EqualTo" else set(value) if kind == "In" else None
            if values is not None:
                self._narrow(name, values)
        elif name == "offset":
            self._offset(kind, value)
        elif isinstance(value, datetime) and kind in ("EqualTo", "GreaterThan", _AT_LEAST):
            since = math.floor(value.timestamp() * 1000)
            self.since = since if self.since is None else max(self.since, since)

    def _narrow(self, name: str, values: set[Any]) -> None:
        known = getattr(self, f"{name}s")
        setattr(self, f"{name}s", values if known is None else known & values)

    def _offset(self, kind: str, value: Any) -> None:
        if kind == "In":
            numbers = [one for one in value if one is not None]
            if numbers:
                self._between(min(numbers), max(numbers) + 1)
            return
        low = {"EqualTo": value, _AT_LEAST: value, "GreaterThan": value + 1}.get(kind)
        high = {"EqualTo": value + 1, "LessThan": value, "LessThanOrEqual": value + 1}.get(kind)
        self._between(low, high)

    def _between(self, low: int | None, high: int | None) -> None:
        if low is not None:
            self.first = low if self.first is None else max(self.first, low)
        if high is not None:
            self.end = high if self.end is None else min(self.end, high)


_AT_LEAST: Final = "GreaterThanOrEqual"


def bounds_of(files: list[LogFile], options: LogOptions) -> Bounds:
    """Return the bounds of one partition; `files` are its segments in order of their offsets."""
    owner = files[0].owner
    first = asked_offset(options.starting_offsets, owner.topic, owner.partition)
    end = asked_offset(options.ending_offsets, owner.topic, owner.partition)
    if first == LATEST or end == EARLIEST:
        return NOTHING
    first = None if first == EARLIEST else first
    end = None if end == LATEST else end
    since = options.starting_time(owner.topic, owner.partition)
    if since is not None:
        first = first_offset(files, since, options)
        if first is None:
            return NOTHING
    until = options.ending_time(owner.topic, owner.partition)
    if until is not None:
        end = offset_at(files, until, options)
    return Bounds(first, end)


def first_offset(files: list[LogFile], timestamp: int, options: LogOptions) -> int | None:
    """Return `offset_at`; raises NoOffsetError instead of None if the options say so."""
    found = offset_at(files, timestamp, options)
    if found is None and options.starting_offsets_by_timestamp_strategy == "error":
        owner = files[0].owner
        raise NoOffsetError(
            f"{owner.topic}-{owner.partition} has no record at or above {timestamp} ms "
            "(startingOffsetsByTimestampStrategy=latest reads nothing of it)"
        )
    return found


def asked_offset(offsets: Offsets, topic: str | None, partition: int | None) -> int | None:
    """Return the offset that an option sets for a partition, negative for its ends."""
    if not isinstance(offsets, dict):
        return offsets
    if topic is None or partition is None:
        return None
    return offsets.get(topic, {}).get(partition)


def offset_at(files: list[LogFile], timestamp: int, options: LogOptions) -> int | None:
    """Return the first offset whose timestamp is at or above this one; None if there is none."""
    for file, following in zip_longest(files, files[1:]):
        if following is not None and _is_older(file, timestamp):
            continue
        with open_segment(file) as source:
            begin = _begin_of(source.file, timestamp, source)
            events = SegmentScan(
                source,
                begin,
                source.file.size,
                check_crcs=False,
                may_have_tail=file.is_last_segment,
            )
            for event in events:
                if isinstance(event, Damage | Tail):
                    continue
                for block in without_wrong_crcs(event):
                    if not isinstance(block, Damage):
                        found = _first_in(block, timestamp, options)
                        if found is not None and (file.end is None or found < file.end):
                            return max(found, file.begin)
    return None


def _is_older(file: LogFile, timestamp: int) -> bool:
    """Return True if a closed segment has only records below a timestamp.

    The last entry of its time index has the newest, which Kafka's LogSegment relies on too
    (`largestTimestamp`).
    """
    if file.name.base_offset is None or ".timeindex" not in file.sidecars:
        return False
    moments, offsets = newest_times(file)
    is_sound = not (np.diff(moments) <= 0).any() and not (np.diff(offsets) <= 0).any()
    return len(moments) > 0 and int(moments[-1]) < timestamp and is_sound


def _begin_of(file: LogFile, timestamp: int, source: Readable) -> int:
    """Return a place before which no record is at or above a timestamp, by the indexes.

    An entry of the time index says that all up to its offset are no newer than it.
    """
    base = file.name.base_offset
    if base is None or not file.sidecars.issuperset((".index", ".timeindex")):
        return 0
    moments, offsets = read_time_index(file.store.read_all(file.sidecar(".timeindex")), base)
    if (np.diff(moments) <= 0).any() or (np.diff(offsets) <= 0).any():
        return 0
    older = int(np.searchsorted(moments, timestamp))
    if not older:
        return 0
    ends, positions = read_index(file.store.read_all(file.sidecar(".index")), base)
    before = int(np.searchsorted(ends, offsets[older - 1], side="right"))
    if not before:
        return 0
    end, position = int(ends[before - 1]), int(positions[before - 1])
    head = source.read(position, HEADER.itemsize)
    return position if begins_batch(head, end, file.size - position) else 0


def _first_in(block: Block, timestamp: int, options: LogOptions) -> int | None:
    for found in _likely(block, timestamp, options.max_decompressed_batch_bytes):
        fits = np.flatnonzero(found.spans.timestamp >= timestamp)
        if len(fits):
            base = found.block.heads["baseOffset"].astype(np.int64)
            place = int(fits[0])
            return int(base[found.spans.batch[place]] + found.spans.delta[place])
    return None


def _likely(block: Block, timestamp: int, max_bytes: int) -> Iterator[DecodedBatches]:
    """Yield the records of batches whose newest record is new enough, batch by batch."""
    if block.is_legacy:
        yield from read_legacy(block, max_bytes=max_bytes)
        return
    for index in np.flatnonzero(block.heads["maxTimestamp"] >= timestamp).tolist():
        yield from read_payloads(block.part(slice(index, index + 1)), max_bytes=max_bytes)


_SMALLEST_CUT: Final = 1 << 10
SMALLEST_TASK: Final = 64 << 20
LARGEST_TASK: Final = 1 << 30
_TASKS_WANTED: Final = 10_000
"""Spark spends some 60 ms on a task, and its driver some kilobytes."""

WHOLE_VIEWS: Final = ("files", "tiers")
"""Views with one row for each file: nothing is cut."""


class NoOffsetError(ValueError):
    """A partition without a record at or above its starting time."""


def tasks_of(
    parts: list[LogPart], ends: dict[str, int], options: LogOptions
) -> list[list[LogPart]]:
    """Return the tasks of parts, cut where options and view allow it.

    `ends` has where closed segments end, by path.
    """
    most = task_bytes(parts, options)
    if options.view in WHOLE_VIEWS:
        return pack(parts, most, options.open_cost_in_bytes)
    if options.max_records_per_partition is not None:
        counted = [
            piece
            for part in parts
            for piece in _by_records(part, ends.get(part.file.path), options)
        ]
        return _pack_by_records(counted, most, options)
    pieces = [piece for part in parts for piece in cut(part, most)]
    return pack(pieces, most, options.open_cost_in_bytes)


def cut(part: LogPart, most: int) -> list[LogPart]:
    """Cut a part by size; the tasks find where batches begin (`located`)."""
    if part.size <= most + most // 2 or not can_be_cut(part.file):
        return [part]
    starts = [part.start, *range(part.start + most, part.end - most // 4, most)]
    is_local = part.file.store.local_path(part.file.path) is not None
    if part.file.is_last_segment and is_local and MANIFEST not in part.file.sidecars:
        # its index can grow before a task looks for the same place
        with open_segment(part.file) as source:
            found = {boundary(part.file, source, start) for start in starts}
        starts = sorted(found - {part.file.size}) or [part.start]
    ends = [*starts[1:], part.end]
    return [replace(part, start=a, end=b) for a, b in zip(starts, ends, strict=True)]


def task_bytes(parts: list[LogPart], options: LogOptions) -> int:
    """Return the size of a task: that of the option, or for about 10,000 tasks of large data."""
    total = sum(part.size + options.open_cost_in_bytes for part in parts)
    most = options.max_partition_bytes
    if most is None:
        most = min(max(total // _TASKS_WANTED, SMALLEST_TASK), LARGEST_TASK)
    if options.min_partitions is not None:
        size = sum(part.size for part in parts)
        most = max(_SMALLEST_CUT, min(most, -(-size // options.min_partitions)))
    return most


def pack(parts: list[LogPart], most: int, open_cost: int = 0) -> list[list[LogPart]]:
    """Put parts together until they have a task's size.

    `open_cost` is what opening a file counts, in bytes, as `spark.sql.files.openCostInBytes`:
    without it very many small files are one task.
    """
    tasks: list[list[LogPart]] = []
    size = 0
    for part in parts:
        cost = part.size + open_cost
        if not tasks or size + cost > most:
            tasks.append([])
            size = 0
        tasks[-1].append(part)
        size += cost
    return tasks


def _by_records(
    part: LogPart, end: int | None, options: LogOptions
) -> Iterator[tuple[LogPart, int]]:
    """Yield a part in pieces of no more offsets than a task may have, and how many each has.

    Of a segment that is not closed the end is looked up.
    """
    most = options.max_records_per_partition or 1
    base, bounds = part.file.name.base_offset, part.bounds
    if base is None or not part.file.is_log:
        yield part, most
        return
    first = max(base, base if bounds.first is None else bounds.first)
    if end is None:
        end = log_end(part.file)[1]
    end = end if bounds.end is None else min(end, bounds.end)
    for start in range(first, end, most):
        stop = min(start + most, end)
        yield replace(part, bounds=replace(bounds, first=start, end=stop)), stop - start


def _pack_by_records(
    pieces: list[tuple[LogPart, int]], most: int, options: LogOptions
) -> list[list[LogPart]]:
    """Put pieces together until they have the offsets, or the estimated size, of a task."""
    limit = options.max_records_per_partition or 1
    totals: dict[str, int] = defaultdict(int)
    for piece, count in pieces:
        totals[piece.file.uri] += count
    tasks: list[list[LogPart]] = []
    size = records = 0
    for piece, count in pieces:
        cost = piece.size * count // totals[piece.file.uri] + options.open_cost_in_bytes
        if not tasks or records + count > limit or size + cost > most:
            tasks.append([])
            size = records = 0
        tasks[-1].append(piece)
        size += cost
        records += count
    return tasks
