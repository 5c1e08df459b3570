"""Offset and timestamp options turned into bounds for each partition.

A start timestamp is the first offset whose record is at or above it, as Kafka's `offsetsForTimes`
finds it; without such a record there is nothing at the start, everything at the end. The indexes
beside a segment say where to begin.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Final

import numpy as np

from kraft_spark.decoding.legacy_payloads import read_legacy
from kraft_spark.decoding.payloads import read_payloads
from kraft_spark.files.batch_headers import HEADER
from kraft_spark.files.offset_index import begins_batch, read_index, read_time_index
from kraft_spark.files.segment_scan import Damage, SegmentScan, Tail
from kraft_spark.log.options import EARLIEST, LATEST
from kraft_spark.log.parts import Bounds
from kraft_spark.log.reading import without_wrong_crcs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_spark.decoding.payloads import Found
    from kraft_spark.files.batch_headers import Block, Readable
    from kraft_spark.files.log_file import LogFile
    from kraft_spark.log.options import LogOptions, Offsets

NOTHING: Final = Bounds(first=(1 << 63) - 1, end=-(1 << 63))
"""Bounds that no offset is within."""


def bounds_of(files: list[LogFile], options: LogOptions) -> Bounds:
    """Which offsets of one partition count; `files` are its segments in order of their offsets."""
    owner = files[0].owner
    first = _asked(options.starting_offsets, owner.topic, owner.partition)
    end = _asked(options.ending_offsets, owner.topic, owner.partition)
    if first == LATEST or end == EARLIEST:
        return NOTHING
    first = None if first == EARLIEST else first
    end = None if end == LATEST else end
    if options.starting_timestamp is not None:
        first = offset_at(files, options.starting_timestamp, options)
        if first is None:
            return NOTHING
    if options.ending_timestamp is not None:
        end = offset_at(files, options.ending_timestamp, options)
    return Bounds(first, end)


def _asked(offsets: Offsets, topic: str | None, partition: int | None) -> int | None:
    if not isinstance(offsets, dict):
        return offsets
    if topic is None or partition is None:
        return None
    return offsets.get(topic, {}).get(partition)


def offset_at(files: list[LogFile], timestamp: int, options: LogOptions) -> int | None:
    """The first offset whose timestamp is at or above this one; None where there is none."""
    for file, following in zip_longest(files, files[1:]):
        if following is not None and _is_older(file, timestamp):
            continue
        with file.store.open(file.path) as source:
            begin = _begin_of(file, timestamp, source)
            events = SegmentScan(
                source, begin, file.size, check_crcs=False, may_have_tail=file.is_last_segment
            )
            for event in events:
                if isinstance(event, Damage | Tail):
                    continue
                for block in without_wrong_crcs(event):
                    if not isinstance(block, Damage):
                        found = _first_in(block, timestamp, options)
                        if found is not None:
                            return found
    return None


def _is_older(file: LogFile, timestamp: int) -> bool:
    """Whether a closed segment has only records below a timestamp.

    The last entry of its time index has the newest, which Kafka's LogSegment relies on too
    (`largestTimestamp`).
    """
    base = file.name.base_offset
    if base is None or ".timeindex" not in file.sidecars:
        return False
    moments, _ = read_time_index(file.store.read_all(file.sidecar(".timeindex")), base)
    return len(moments) > 0 and int(moments[-1]) < timestamp and not (np.diff(moments) <= 0).any()


def _begin_of(file: LogFile, timestamp: int, source: Readable) -> int:
    """A place in a segment before which no record is at or above a timestamp, by its indexes.

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


def _likely(block: Block, timestamp: int, max_bytes: int) -> Iterator[Found]:
    """The records of the batches whose newest is new enough, one batch after the other."""
    if block.is_legacy:
        yield from read_legacy(block, max_bytes=max_bytes)
        return
    for index in np.flatnonzero(block.heads["maxTimestamp"] >= timestamp).tolist():
        yield from read_payloads(block.part(slice(index, index + 1)), max_bytes=max_bytes)
