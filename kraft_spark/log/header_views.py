"""The views that need only headers of batches: `batches` and `files`.

View `batches` has a row for each batch, with the words of kafka-dump-log. View `files` is a health
report with a row for each file, which no damage fails: counts, offsets, order, and how the indexes
fit, block by block, so that memory does not grow with the file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa

from kraft_spark.columns import STATE_COLUMNS, arrow_schema
from kraft_spark.decoding.arrow_decode import (
    codec_column,
    column_of,
    constant,
    numbers,
    timestamp_of,
    timestamp_types,
    timestamps,
)
from kraft_spark.decoding.decoded_batches import legacy_batch
from kraft_spark.files.blocks import log_end
from kraft_spark.files.segment_scan import Damage, SegmentScan, Tail, without_wrong_crcs
from kraft_spark.files.segments import offset_index, open_segment
from kraft_spark.files.sidecars import read_index, read_time_index
from kraft_spark.log.reading import CorruptionPolicy, constants_of, located, read_each, scan
from kraft_spark.log.transactions import PartitionStates
from kraft_wire.errors import DecodeError
from kraft_wire.records.attributes import (
    COMPRESSION_MASK,
    CONTROL_FLAG,
    DELETE_HORIZON_FLAG,
    TRANSACTIONAL_FLAG,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from kraft_spark.columns import Picked
    from kraft_spark.files.log_file import LogFile
    from kraft_spark.files.segment_scan import Block
    from kraft_spark.log.options import LogOptions
    from kraft_spark.log.parts import LogPart

    Ints = NDArray[np.int64]

_NO_SEQUENCE: Final = -1
_INT31: Final = 0x7FFFFFFF


class BatchReader:
    """Reads parts as rows of view `batches`."""

    def __init__(self, options: LogOptions, picked: tuple[Picked, ...]) -> None:
        self._options = options
        self._picked = picked
        self._schema = arrow_schema(picked)
        self._states = PartitionStates(options)

    def read(self, parts: list[LogPart]) -> Iterator[pa.RecordBatch]:
        """Yield the rows of all parts, in order. Raises DamagedLogError and OSError."""
        self._states = PartitionStates(self._options)
        return read_each(parts, self._options, self._part)

    def _part(self, part: LogPart) -> Iterator[pa.RecordBatch]:
        policy = CorruptionPolicy(self._options, part.file, self._picked, self._schema)
        constants = constants_of(part.file, self._picked, self._states)
        most = self._options.max_records_per_batch
        rows = 0
        with open_segment(part.file) as source:
            for event in scan(located(part, source), source, self._options):
                if isinstance(event, Tail):
                    continue
                if isinstance(event, Damage):
                    policy.take(event, source)
                    continue
                block = event if event.is_legacy else _within(event, part)
                rows += len(block)
                for start in range(0, len(block), most):
                    yield self._batch(block.part(slice(start, start + most)), constants)
        policy.close(rows)

    def _batch(self, block: Block, constants: dict[str, Any]) -> pa.RecordBatch:
        table = LegacyTable(self._options, block) if block.is_legacy else ModernTable(block)
        columns = []
        for one, field in zip(self._picked, self._schema, strict=True):
            made = table.column(one.column)
            if made is None:
                made = constant(constants.get(one.column), field.type, len(block))
            columns.append(made if made.type == field.type else made.cast(field.type))
        return pa.RecordBatch.from_arrays(columns, schema=self._schema)


def _within(block: Block, part: LogPart) -> Block:
    keep = part.bounds.batches(block.heads)
    return block if keep.all() else block.part(keep)


class ModernTable:
    """The columns of batches in format 2."""

    def __init__(self, block: Block) -> None:
        self._block = block
        self._heads = block.heads

    def column(self, name: str) -> pa.Array | None:
        """Return one column, or None if the caller takes it from the file."""
        maker = _MAKERS.get(name)
        return None if maker is None else maker(self)

    def _head(self, name: str, kind: type[Any]) -> pa.Array:
        return numbers(self._heads[name].astype(kind))

    def _flag(self, flag: int) -> NDArray[np.bool_]:
        is_set: NDArray[np.bool_] = (self._heads["attributes"] & flag) != 0
        return is_set

    def _last_offsets(self) -> NDArray[np.int64]:
        base: NDArray[np.int64] = self._heads["baseOffset"].astype(np.int64)
        return base + self._heads["lastOffsetDelta"].astype(np.int64)

    def _last_sequences(self) -> NDArray[np.int32]:
        base = self._heads["baseSequence"].astype(np.int64)
        last = (base + self._heads["lastOffsetDelta"]) & _INT31
        return np.where(base == _NO_SEQUENCE, _NO_SEQUENCE, last).astype(np.int32)

    def _delete_horizons(self) -> pa.Array:
        base = self._heads["baseTimestamp"].astype(np.int64)
        return numbers(base, ~self._flag(DELETE_HORIZON_FLAG))

    def _base_timestamps(self) -> pa.Array:
        base = self._heads["baseTimestamp"].astype(np.int64)
        return timestamps(np.where(self._flag(DELETE_HORIZON_FLAG), -1, base))

    def _valid(self) -> pa.Array:
        valid = self._block.valid
        return pa.nulls(len(self._block), pa.bool_()) if valid is None else numbers(valid)


_MAKERS: Final[dict[str, Callable[[ModernTable], pa.Array]]] = {
    "baseOffset": lambda table: table._head("baseOffset", np.int64),
    "lastOffset": lambda table: numbers(table._last_offsets()),
    "count": lambda table: table._head("count", np.int32),
    "baseSequence": lambda table: table._head("baseSequence", np.int32),
    "lastSequence": lambda table: numbers(table._last_sequences()),
    "producerId": lambda table: table._head("producerId", np.int64),
    "producerEpoch": lambda table: table._head("producerEpoch", np.int16),
    "partitionLeaderEpoch": lambda table: table._head("partitionLeaderEpoch", np.int32),
    "isTransactional": lambda table: numbers(table._flag(TRANSACTIONAL_FLAG)),
    "isControl": lambda table: numbers(table._flag(CONTROL_FLAG)),
    "deleteHorizonMs": ModernTable._delete_horizons,
    "position": lambda table: numbers(table._block.positions()),
    "timestampType": lambda table: numbers(timestamp_types(table._heads)),
    "baseTimestamp": ModernTable._base_timestamps,
    "maxTimestamp": lambda table: timestamps(table._heads["maxTimestamp"].astype(np.int64)),
    "sizeInBytes": lambda table: numbers(table._block.sizes.astype(np.int32)),
    "magic": lambda table: table._head("magic", np.int32),
    "compressionType": lambda table: codec_column(table._heads),
    "crc": lambda table: table._head("crc", np.int64),
    "isValid": ModernTable._valid,
}
"""How each column is made. No table holds these: one that refers to itself is freed late."""


class LegacyTable:
    """The columns of batches in formats 0 and 1; columns that they lack are null or -1."""

    def __init__(self, options: LogOptions, block: Block) -> None:
        self._rows = []
        for index in range(len(block)):
            batch = legacy_batch(block, index)
            try:
                base: int | None = batch.read_records(
                    max_bytes=options.max_decompressed_batch_bytes
                )[0].offset
                codec: str | None = batch.compression.label
                moment = timestamp_of(batch.max_timestamp)
            except DecodeError:
                base = codec = moment = None
            self._rows.append(
                {
                    "baseOffset": base,
                    "lastOffset": batch.last_offset,
                    "baseSequence": batch.base_sequence,
                    "lastSequence": batch.last_sequence,
                    "producerId": batch.producer_id,
                    "producerEpoch": batch.producer_epoch,
                    "partitionLeaderEpoch": batch.partition_leader_epoch,
                    "isTransactional": False,
                    "isControl": False,
                    "position": batch.position,
                    "timestampType": int(batch.timestamp_type),
                    "maxTimestamp": moment,
                    "sizeInBytes": batch.size,
                    "magic": batch.magic,
                    "compressionType": codec,
                    "crc": batch.crc,
                    "isValid": None if block.valid is None else bool(block.valid[index]),
                }
            )

    def column(self, name: str) -> pa.Array | None:
        """Return one column, or None if the caller takes it from the file."""
        if name in ("count", "deleteHorizonMs", "baseTimestamp"):
            return pa.nulls(len(self._rows))
        if name not in self._rows[0]:
            return None
        return column_of([row[name] for row in self._rows], _TYPES.get(name))


_TYPES: Final = {
    "maxTimestamp": pa.timestamp("us", tz="UTC"),
    "compressionType": pa.string(),
    "isValid": pa.bool_(),
    "baseOffset": pa.int64(),
}


NO_TIMESTAMP: Final = -1


@dataclass(frozen=True, slots=True)
class Headers:
    """The batch headers of a block; `counts` is None if it has no record counts."""

    positions: Ints
    base: Ints
    last: Ints
    oldest: Ints
    newest: Ints
    counts: Ints | None


def headers_of(block: Block) -> Headers:
    """Return the headers of a block of any format."""
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
    """Sums over the batches of one file; `previous_end` is the end of the segment before."""

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
        """Add a block with valid checksums."""
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
    """Compares the entries of an offset index with the batches that are read."""

    def __init__(self, offsets: Ints, positions: Ints) -> None:
        self._offsets = offsets
        self._positions = positions
        self._right = np.zeros(len(offsets), np.bool_)

    def add(self, headers: Headers) -> None:
        """Compare the batches of a block."""
        place = np.searchsorted(headers.positions, self._positions)
        place = place.clip(0, len(headers.positions) - 1)
        self._right |= (headers.positions[place] == self._positions) & (
            headers.last[place] == self._offsets
        )

    def mismatches(self) -> int:
        """Return the number of entries that point at no batch that ends with their offset."""
        return int((~self._right).sum())


class TimeIndexCheck:
    """Compares the entries of a time index with the batches that are read."""

    def __init__(self, timestamps: Ints, offsets: Ints) -> None:
        self._timestamps = timestamps
        self._offsets = offsets
        self._right = np.zeros(len(offsets), np.bool_)

    def add(self, headers: Headers) -> None:
        """Compare the batches of a block."""
        place = np.searchsorted(headers.last, self._offsets).clip(0, len(headers.last) - 1)
        self._right |= (
            (headers.base[place] <= self._offsets)
            & (headers.last[place] >= self._offsets)
            & (headers.newest[place] == self._timestamps)
        )

    def mismatches(self) -> int:
        """Return the number of entries without a batch with their offset and newest timestamp."""
        return int((~self._right).sum())


Row = dict[str, Any]


class FilesReader:
    """Reads whole files as rows of view `files`."""

    def __init__(self, options: LogOptions, picked: tuple[Picked, ...]) -> None:
        self._options = options
        self._picked = picked
        self._schema = arrow_schema(picked)

    def read(self, parts: list[LogPart]) -> Iterator[pa.RecordBatch]:
        """Yield the rows of all files."""
        states = PartitionStates(self._options)
        rows = [self._row(part.file, states) for part in parts]
        if rows:
            columns = [
                column_of([row.get(one.column) for row in rows], field.type)
                for one, field in zip(self._picked, self._schema, strict=True)
            ]
            yield pa.RecordBatch.from_arrays(columns, schema=self._schema)

    def _row(self, file: LogFile, states: PartitionStates) -> Row:
        row = _names(file)
        try:
            if file.is_log and any(one.column in STATE_COLUMNS for one in self._picked):
                row |= states.of(file).columns()
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
    """Return the end of the segment before this one, None for the first and for checkpoints."""
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
