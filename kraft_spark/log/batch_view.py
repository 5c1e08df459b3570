"""View `batches`: a row for each batch, with the words of kafka-dump-log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa

from kraft_spark.columns import arrow_schema
from kraft_spark.decoding.arrow_decode import (
    codec_column,
    column_of,
    constant,
    timestamp_of,
    timestamp_types,
    timestamps,
)
from kraft_spark.decoding.decoded_batches import legacy_batch
from kraft_spark.files.aiven_segments import open_segment
from kraft_spark.files.segment_scan import Damage, Tail
from kraft_spark.log.reading import CorruptionPolicy, constants_of, located, read_each, scan
from kraft_wire.errors import DecodeError
from kraft_wire.records.attributes import (
    CONTROL_FLAG,
    DELETE_HORIZON_FLAG,
    TRANSACTIONAL_FLAG,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from kraft_spark.columns import Picked
    from kraft_spark.files.segment_scan import Block
    from kraft_spark.log.layout import LogPart
    from kraft_spark.log.options import LogOptions

_NO_SEQUENCE: Final = -1
_INT31: Final = 0x7FFFFFFF


class BatchReader:
    """Reads parts as rows of view `batches`."""

    def __init__(self, options: LogOptions, picked: tuple[Picked, ...]) -> None:
        self._options = options
        self._picked = picked
        self._schema = arrow_schema(picked)

    def read(self, parts: list[LogPart]) -> Iterator[pa.RecordBatch]:
        """The rows of all parts, in order. Raises DamagedLogError and OSError."""
        return read_each(parts, self._options, self._part)

    def _part(self, part: LogPart) -> Iterator[pa.RecordBatch]:
        policy = CorruptionPolicy(self._options, part.file, self._picked, self._schema)
        constants = constants_of(part.file, self._picked, self._options)
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
        """One column; None for those that the file gives."""
        maker = _MAKERS.get(name)
        return None if maker is None else maker(self)

    def _head(self, name: str, kind: type[Any]) -> pa.Array:
        return pa.array(self._heads[name].astype(kind))

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
        return pa.array(base, mask=~self._flag(DELETE_HORIZON_FLAG))

    def _base_timestamps(self) -> pa.Array:
        base = self._heads["baseTimestamp"].astype(np.int64)
        return timestamps(np.where(self._flag(DELETE_HORIZON_FLAG), -1, base))

    def _valid(self) -> pa.Array:
        valid = self._block.valid
        return pa.nulls(len(self._block), pa.bool_()) if valid is None else pa.array(valid)


_MAKERS: Final[dict[str, Callable[[ModernTable], pa.Array]]] = {
    "baseOffset": lambda table: table._head("baseOffset", np.int64),
    "lastOffset": lambda table: pa.array(table._last_offsets()),
    "count": lambda table: table._head("count", np.int32),
    "baseSequence": lambda table: table._head("baseSequence", np.int32),
    "lastSequence": lambda table: pa.array(table._last_sequences()),
    "producerId": lambda table: table._head("producerId", np.int64),
    "producerEpoch": lambda table: table._head("producerEpoch", np.int16),
    "partitionLeaderEpoch": lambda table: table._head("partitionLeaderEpoch", np.int32),
    "isTransactional": lambda table: pa.array(table._flag(TRANSACTIONAL_FLAG)),
    "isControl": lambda table: pa.array(table._flag(CONTROL_FLAG)),
    "deleteHorizonMs": ModernTable._delete_horizons,
    "position": lambda table: pa.array(table._block.positions()),
    "timestampType": lambda table: pa.array(timestamp_types(table._heads)),
    "baseTimestamp": ModernTable._base_timestamps,
    "maxTimestamp": lambda table: timestamps(table._heads["maxTimestamp"].astype(np.int64)),
    "sizeInBytes": lambda table: pa.array(table._block.sizes.astype(np.int32)),
    "magic": lambda table: table._head("magic", np.int32),
    "compressionType": lambda table: codec_column(table._heads),
    "crc": lambda table: table._head("crc", np.int64),
    "isValid": ModernTable._valid,
}
"""How each column is made. No table holds these: one that refers to itself is freed late."""


class LegacyTable:
    """The columns of batches in formats 0 and 1; what they do not have is null or -1."""

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
        """One column; None for those that the file gives."""
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
