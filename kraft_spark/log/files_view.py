"""View `files`: a row for each file, the health report. Damage never fails it.

Counts, offsets, order, and how the indexes fit: fed block by block, so that memory does not grow
with the file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa

from kraft_spark.columns import STATE_COLUMNS, arrow_schema
from kraft_spark.decoding.arrow_decode import column_of, timestamp_of
from kraft_spark.decoding.decoded_batches import legacy_batch
from kraft_spark.files.aiven_segments import offset_index, open_segment
from kraft_spark.files.replicas import log_end
from kraft_spark.files.segment_scan import Damage, SegmentScan, Tail, without_wrong_crcs
from kraft_spark.files.sidecars import read_index, read_time_index
from kraft_spark.log.transactions import partition_state
from kraft_wire.errors import DecodeError
from kraft_wire.records.attributes import COMPRESSION_MASK, DELETE_HORIZON_FLAG

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kraft_spark.files.segment_scan import Block

    Ints = NDArray[np.int64]
    from collections.abc import Iterator

    from kraft_spark.columns import Picked
    from kraft_spark.files.log_file import LogFile
    from kraft_spark.log.layout import LogPart
    from kraft_spark.log.options import LogOptions

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


Row = dict[str, Any]


class FilesReader:
    """Reads whole files as rows of view `files`."""

    def __init__(self, options: LogOptions, picked: tuple[Picked, ...]) -> None:
        self._options = options
        self._picked = picked
        self._schema = arrow_schema(picked)

    def read(self, parts: list[LogPart]) -> Iterator[pa.RecordBatch]:
        """The rows of all files."""
        rows = [self._row(part.file) for part in parts]
        if rows:
            columns = [
                column_of([row.get(one.column) for row in rows], field.type)
                for one, field in zip(self._picked, self._schema, strict=True)
            ]
            yield pa.RecordBatch.from_arrays(columns, schema=self._schema)

    def _row(self, file: LogFile) -> Row:
        row = _names(file)
        try:
            if file.is_log and any(one.column in STATE_COLUMNS for one in self._picked):
                row |= partition_state(file, self._options).columns()
            row |= self._looked_at(file)
        except (OSError, ValueError) as error:
            row["error"] = f"{type(error).__name__}: {error}"
        return row

    def _looked_at(self, file: LogFile) -> Row:
        health = Health(_previous_end(file))
        index, time_index = _checks(file)
        bad_regions = bad_bytes = wrong_crcs = 0
        tail: Tail | None = None
        with open_segment(file) as source:
            source.read_on(0, source.file.size)
            events = SegmentScan(
                source,
                0,
                source.file.size,
                check_crcs=self._options.check_crcs,
                may_have_tail=file.is_last_segment,
            )
            for event in events:
                if isinstance(event, Tail):
                    tail = event
                    continue
                pieces = [event] if isinstance(event, Damage) else without_wrong_crcs(event)
                for piece in pieces:
                    if isinstance(piece, Damage):
                        bad_regions += 1
                        bad_bytes += piece.length
                        wrong_crcs += not isinstance(event, Damage)
                        continue
                    headers = headers_of(piece)
                    health.add(piece, headers)
                    for check in (index, time_index):
                        if check is not None:
                            check.add(headers)
        return {
            **_summed(health, file),
            "batches": health.batches + wrong_crcs,
            "trailingBytes": tail.length if tail else 0,
            "trailingKind": tail.kind if tail else None,
            "badRegions": bad_regions,
            "badBytes": bad_bytes,
            "crcFailures": wrong_crcs if self._options.check_crcs else None,
            "indexMismatches": index.mismatches() if index else None,
            "timeIndexMismatches": time_index.mismatches() if time_index else None,
        }


def _previous_end(file: LogFile) -> int | None:
    """The end of the segment before this one, None for the first and for checkpoints."""
    before = file.previous_file()
    if before is None:
        return None
    _, end = log_end(before)
    return end if end >= 0 else before.name.base_offset


def _names(file: LogFile) -> Row:
    return {
        "path": file.uri,
        "kind": file.name.kind,
        "topic": file.owner.topic,
        "partition": file.owner.partition,
        "topicId": file.owner.topic_id,
        "sizeInBytes": file.size,
        "modificationTime": file.modified,
        "baseOffset": file.name.base_offset if file.is_log else None,
        "snapshotEndOffset": file.name.snapshot_end_offset,
        "snapshotEpoch": file.name.snapshot_epoch,
        "isLastSegment": file.is_last_segment if file.is_log else None,
    }


def _summed(health: Health, file: LogFile) -> Row:
    last = health.last_offset
    empty_end = file.name.base_offset if file.is_log else None
    return {
        "firstOffset": health.first_offset,
        "lastOffset": last,
        "endOffset": empty_end if last is None else last + 1,
        "minTimestamp": timestamp_of(health.oldest),
        "maxTimestamp": timestamp_of(health.newest),
        "records": health.records,
        "validBytes": health.valid_bytes,
        "offsetGaps": health.gaps,
        "outOfOrderBatches": health.out_of_order,
    }


def _checks(file: LogFile) -> tuple[IndexCheck | None, TimeIndexCheck | None]:
    base = file.name.base_offset or 0
    index = time_index = None
    content = offset_index(file)
    if content is not None:
        index = IndexCheck(*read_index(content, base))
    if ".timeindex" in file.sidecars:
        content = file.store.read_all(file.sidecar(".timeindex"))
        time_index = TimeIndexCheck(*read_time_index(content, base))
    return index, time_index
