"""Build record batches of message format 2, byte by byte as Kafka's MemoryRecordsBuilder does.

Kafka can read the compressed records, but its own codecs can give other bytes. To rebuild an
existing batch, use `RecordBatchBuilder.like`, which copies its header.
"""

from __future__ import annotations

from array import array
from struct import error as struct_error
from typing import TYPE_CHECKING, Any, Final

from kraft_wire import native
from kraft_wire.errors import EncodeError
from kraft_wire.records.attributes import (
    CONTROL_FLAG,
    DELETE_HORIZON_FLAG,
    NO_PARTITION_LEADER_EPOCH,
    NO_PRODUCER_EPOCH,
    NO_PRODUCER_ID,
    NO_SEQUENCE,
    NO_TIMESTAMP,
    TIMESTAMP_TYPE_FLAG,
    TRANSACTIONAL_FLAG,
    Compression,
    TimestampType,
)
from kraft_wire.records.batch import (
    BATCH_HEADER,
    BATCH_OVERHEAD,
    CRC_COVERS_FROM,
    CRC_PLACE,
    LOG_OVERHEAD,
    MAGIC,
    RecordBatch,
    check_offsets,
)
from kraft_wire.records.checksum import crc32c
from kraft_wire.records.compression import compress
from kraft_wire.records.record import (
    NO_HEADERS,
    NULL,
    TIME_DELTAS,
    VARINTS,
    Headers,
    Record,
    encoded_headers,
    record_bytes,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_wire.records.columns import PartColumn

__all__ = ["PYTHON", "RecordBatchBuilder"]

_compiled: Final = native.compiled
_INT32_MAX: Final = (1 << 31) - 1


class RecordBatchBuilder:
    """Collects records and writes them as one batch.

    `append_time` makes the log's time that of all records; `delete_horizon_ms` takes the place
    of the base timestamp, which is otherwise that of the first record. Base offset and leader
    epoch can be stamped later (`kraft_wire.records.batch.stamp`). Times are milliseconds.
    """

    __slots__ = (
        "_base_timestamp",
        "_max_timestamp",
        "_next_delta",
        "_pieces",
        "append_time",
        "base_offset",
        "base_sequence",
        "compression",
        "count",
        "delete_horizon_ms",
        "is_control",
        "is_transactional",
        "level",
        "partition_leader_epoch",
        "producer_epoch",
        "producer_id",
        "size",
    )

    def __init__(
        self,
        *,
        base_offset: int = 0,
        partition_leader_epoch: int = NO_PARTITION_LEADER_EPOCH,
        compression: Compression = Compression.NONE,
        level: int | None = None,
        producer_id: int = NO_PRODUCER_ID,
        producer_epoch: int = NO_PRODUCER_EPOCH,
        base_sequence: int = NO_SEQUENCE,
        is_transactional: bool = False,
        is_control: bool = False,
        append_time: int | None = None,
        base_timestamp: int | None = None,
        delete_horizon_ms: int | None = None,
    ) -> None:
        self.base_offset = base_offset
        self.partition_leader_epoch = partition_leader_epoch
        self.compression = compression
        self.level = level
        self.producer_id = producer_id
        self.producer_epoch = producer_epoch
        self.base_sequence = base_sequence
        self.is_transactional = is_transactional
        self.is_control = is_control
        self.append_time = append_time
        self.delete_horizon_ms = delete_horizon_ms
        self._base_timestamp = base_timestamp if delete_horizon_ms is None else delete_horizon_ms
        self._max_timestamp = NO_TIMESTAMP
        self._next_delta = 0
        self._pieces: list[bytes | bytearray] = []
        self.count = 0
        """Records so far."""
        self.size = BATCH_OVERHEAD
        """Bytes of the batch so far, before compression."""
        if is_transactional or producer_id != NO_PRODUCER_ID:
            self._check_producer()

    @classmethod
    def like(cls, batch: RecordBatch) -> RecordBatchBuilder:
        """Return an empty builder with the header of a batch, except its last offset."""
        return cls(
            base_offset=batch.base_offset,
            partition_leader_epoch=batch.partition_leader_epoch,
            compression=batch.compression,
            producer_id=batch.producer_id,
            producer_epoch=batch.producer_epoch,
            base_sequence=batch.base_sequence,
            is_transactional=batch.is_transactional,
            is_control=batch.is_control,
            append_time=batch.max_timestamp
            if batch.timestamp_type is TimestampType.LOG_APPEND_TIME
            else None,
            base_timestamp=batch.base_timestamp,
            delete_horizon_ms=batch.delete_horizon_ms,
        )

    def append(
        self,
        timestamp: int,
        key: bytes | None,
        value: bytes | None,
        headers: Headers = (),
        offset: int | None = None,
    ) -> None:
        """Add a record, at the next offset unless another is given.

        Raises EncodeError for an offset that does not follow, for numbers out of range, and for a
        key or a value that is not bytes; nothing is added then.
        """
        delta = self._next_delta
        if offset is not None and offset - self.base_offset != delta:
            if not delta <= offset - self.base_offset <= _INT32_MAX:
                raise _out_of_order(offset, self.base_offset + delta)
            delta = offset - self.base_offset
        base_timestamp = timestamp if self._base_timestamp is None else self._base_timestamp
        if timestamp < NO_TIMESTAMP:
            raise EncodeError(f"timestamp {timestamp} is less than {NO_TIMESTAMP}")
        if key is not None and type(key) is not bytes:
            key = record_bytes(key)
        if value is not None and type(value) is not bytes:
            value = record_bytes(value)
        record = b"".join(
            (
                TIME_DELTAS[timestamp - base_timestamp],
                VARINTS[delta],
                VARINTS[-1 if key is None else len(key)],
                key or b"",
                VARINTS[-1 if value is None else len(value)],
                value or b"",
                encoded_headers(headers) if headers else NO_HEADERS,
            )
        )
        length = VARINTS[len(record)]
        self._pieces += (length, record)
        self.size += len(length) + len(record)
        self._base_timestamp = base_timestamp
        self._max_timestamp = max(self._max_timestamp, timestamp)
        self._next_delta = delta + 1
        self.count += 1

    def extend(self, records: Iterable[Record]) -> None:
        """Add records with their own offsets and timestamps: faster than `append`.

        Raises as `append` does; the records before the one that is refused are added.
        """
        base_offset, next_delta = self.base_offset, self._next_delta
        base_timestamp, max_timestamp = self._base_timestamp, self._max_timestamp
        times, varints, put = TIME_DELTAS, VARINTS, self._pieces.append
        try:
            for offset, timestamp, key, value, headers, _ in records:
                delta = offset - base_offset
                if not next_delta <= delta <= _INT32_MAX:
                    raise _out_of_order(offset, base_offset + next_delta)
                if timestamp < NO_TIMESTAMP:
                    raise EncodeError(f"timestamp {timestamp} is less than {NO_TIMESTAMP}")
                name = key if key is None or type(key) is bytes else record_bytes(key)
                body = value if value is None or type(value) is bytes else record_bytes(value)
                parts = (
                    times[0 if base_timestamp is None else timestamp - base_timestamp],
                    varints[delta],
                    NULL if name is None else varints[len(name)] + name,
                    NULL if body is None else varints[len(body)],
                    body or b"",
                    encoded_headers(headers) if headers else NO_HEADERS,
                )
                record = b"".join(parts)
                length = varints[len(record)]
                put(length)
                put(record)
                if base_timestamp is None:
                    base_timestamp = timestamp
                    max_timestamp = max(max_timestamp, timestamp)
                elif timestamp > max_timestamp:
                    max_timestamp = timestamp
                next_delta = delta + 1
                self.size += len(length) + len(record)
                self.count += 1
        finally:
            self._next_delta = next_delta
            self._base_timestamp, self._max_timestamp = base_timestamp, max_timestamp

    def extend_columns(
        self,
        offsets: Any,
        timestamps: Any,
        keys: PartColumn,
        values: PartColumn,
        headers: PartColumn | None = None,
        *,
        start: int = 0,
        stop: int | None = None,
    ) -> None:
        """Add a record for each row of columns from `start` up to `stop`.

        The compiled engine creates no object for a record, so this is many times faster than
        `extend`. `offsets` and `timestamps` are buffers of 64-bit numbers (`array("q")`, numpy's
        int64), times in milliseconds. Each part of `headers` is the result of `encoded_headers` in
        `kraft_wire.records.record`; without `headers` the records have none. Raises EncodeError as
        `append` does, and for a part outside its buffer. After an error no record is added.
        """
        stop = len(offsets) if stop is None else stop
        if start >= stop:
            return
        base_timestamp = self._base_timestamp
        progress = array(
            "q",
            (
                *(self.base_offset, self._next_delta, base_timestamp or 0),
                *(base_timestamp is not None, self._max_timestamp),
            ),
        )
        columns = (offsets, timestamps, keys, values, headers)
        written = None
        if _compiled is not None:
            written = _compiled.write_columns(progress, *columns, start, stop)
        if written is None:
            written = _written_rows(progress, columns, range(start, stop))
        self._pieces.append(written)
        self.size += len(written)
        self.count += stop - start
        _, self._next_delta, self._base_timestamp, _, self._max_timestamp = progress

    def build(self, *, last_offset: int | None = None, max_timestamp: int | None = None) -> bytes:
        """Write the batch; a cleaned one keeps its `last_offset`, though its record is gone.

        Raises EncodeError for numbers out of range, for a last offset below that of a record, and
        for a batch without records that is given none.
        """
        delta = self._next_delta - 1
        if last_offset is not None:
            if last_offset - self.base_offset < delta:
                raise EncodeError(f"last offset {last_offset} is below that of a record")
            delta = last_offset - self.base_offset
        elif not self.count:
            raise EncodeError("a batch without records")
        check_offsets(self.base_offset, delta)
        records = b"".join(self._pieces)
        if self.compression and self.count:
            records = compress(self.compression, records, self.level)
        if max_timestamp is None:
            max_timestamp = self._max_timestamp if self.append_time is None else self.append_time
        try:
            header = BATCH_HEADER.pack(
                self.base_offset,
                BATCH_OVERHEAD - LOG_OVERHEAD + len(records),
                self.partition_leader_epoch,
                MAGIC,
                0,
                self._attributes(),
                delta,
                NO_TIMESTAMP if self._base_timestamp is None else self._base_timestamp,
                max_timestamp,
                self.producer_id,
                self.producer_epoch,
                self.base_sequence,
                self.count,
            )
        except struct_error as error:
            raise EncodeError(f"the header of a batch cannot hold that: {error}") from None
        covered = header[CRC_COVERS_FROM:]
        crc = crc32c(records, crc32c(covered))
        return b"".join((header[:CRC_PLACE], crc.to_bytes(4), covered, records))

    def _attributes(self) -> int:
        return (
            self.compression
            | TIMESTAMP_TYPE_FLAG * (self.append_time is not None)
            | TRANSACTIONAL_FLAG * self.is_transactional
            | CONTROL_FLAG * self.is_control
            | DELETE_HORIZON_FLAG * (self.delete_horizon_ms is not None)
        )

    def _check_producer(self) -> None:
        if self.producer_id == NO_PRODUCER_ID:
            if self.is_transactional:
                raise EncodeError("a transactional batch needs a producer id")
        elif self.producer_epoch == NO_PRODUCER_EPOCH:
            raise EncodeError("a batch with a producer id needs a producer epoch")
        elif self.base_sequence == NO_SEQUENCE and not self.is_control:
            raise EncodeError("a batch with a producer id needs a base sequence")


PYTHON: Final = native.replace_methods(
    RecordBatchBuilder,
    ("append", "extend", "build"),
    "configure_builder",
    (
        *("base_offset", "partition_leader_epoch", "compression", "producer_id", "producer_epoch"),
        *("base_sequence", "is_transactional", "is_control", "append_time", "delete_horizon_ms"),
        *("_base_timestamp", "_max_timestamp", "_next_delta", "_pieces", "size", "count"),
    ),
)
"""The methods in Python that the compiled engine replaces."""


def _written_rows(
    progress: array[int],
    columns: tuple[Any, Any, PartColumn, PartColumn, PartColumn | None],
    rows: range,
) -> bytes:
    """Encode rows as `write_columns` of the engine does. Raises EncodeError."""
    base_offset, next_delta, base_timestamp, has_base_timestamp, max_timestamp = progress
    _, _, keys, values, headers = columns
    offsets, timestamps = memoryview(columns[0]), memoryview(columns[1])
    pieces: list[bytes] = []
    for row in rows:
        offset, timestamp = offsets[row], timestamps[row]
        delta = offset - base_offset
        if not next_delta <= delta <= _INT32_MAX:
            raise _out_of_order(offset, base_offset + next_delta)
        if timestamp < NO_TIMESTAMP:
            raise EncodeError(f"timestamp {timestamp} is less than {NO_TIMESTAMP}")
        if not has_base_timestamp:
            base_timestamp, has_base_timestamp = timestamp, 1
        key, value = _part(keys, row), _part(values, row)
        of_record = NO_HEADERS if headers is None else _part(headers, row)
        if of_record is None:
            raise EncodeError(f"row {row} has null as headers")
        parts = (
            TIME_DELTAS[timestamp - base_timestamp],
            VARINTS[delta],
            NULL if key is None else VARINTS[len(key)] + key,
            NULL if value is None else VARINTS[len(value)] + value,
            of_record,
        )
        record = b"".join(parts)
        pieces += (VARINTS[len(record)], record)
        max_timestamp, next_delta = max(max_timestamp, timestamp), delta + 1
    progress[1:] = array("q", (next_delta, base_timestamp, has_base_timestamp, max_timestamp))
    return b"".join(pieces)


def _part(column: PartColumn, row: int) -> bytes | None:
    start, size = memoryview(column.starts)[row], memoryview(column.sizes)[row]
    if size == -1:
        return None
    data = memoryview(column.data).cast("B")
    if size < 0 or start < 0 or size > _INT32_MAX or start + size > len(data):
        raise EncodeError(f"row {row} has a part outside of its buffer")
    return bytes(data[start : start + size])


def _out_of_order(offset: int, due: int) -> EncodeError:
    return EncodeError(f"offset {offset} cannot follow {due - 1}")
