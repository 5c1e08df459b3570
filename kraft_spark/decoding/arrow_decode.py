"""Records as Arrow columns: keys and values are cut out by Arrow, numbers come from numpy.

`RecordTable` makes the columns of view `records` out of what `payloads` found, and only those that
were picked. `column_of` is what every view makes its columns of Python values with.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa

from kraft_spark.columns import HEADERS, TIMESTAMP, Picked
from kraft_spark.decoding.decoded_batches import varints
from kraft_wire import native
from kraft_wire.records.attributes import (
    COMPRESSION_MASK,
    CONTROL_FLAG,
    TIMESTAMP_TYPE_FLAG,
    TRANSACTIONAL_FLAG,
    Compression,
)
from kraft_wire.records.record import java_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from kraft_spark.decoding.decoded_batches import DecodedBatches

_LEAST_MS: Final = -62_135_596_800_000
_MOST_MS: Final = 253_402_300_799_999
"""The years 1 to 9999, the range of timestamps of Spark and Python."""

_NO_TIMESTAMP: Final = -1
_INT31: Final = 0x7FFFFFFF
CODEC_NAMES: Final = [one.label for one in Compression]


def numbers(values: NDArray[Any], is_null: NDArray[np.bool_] | None = None) -> pa.Array:
    """Return a column of numbers or truth values of numpy, which is not copied.

    `pyarrow.array` would import pandas, where that is installed, to see whether it got a series:
    more time than a worker needs to read a small segment.
    """
    if values.dtype == np.bool_:
        kind, data = pa.bool_(), np.packbits(values, bitorder="little")
    else:
        kind, data = pa.from_numpy_dtype(values.dtype), np.ascontiguousarray(values)
    present = None
    if is_null is not None and is_null.any():
        present = pa.py_buffer(np.packbits(~is_null, bitorder="little"))
    return pa.Array.from_buffers(kind, len(values), [present, pa.py_buffer(data)])


def _texts(texts: Sequence[str]) -> pa.Array:
    """Return a few texts as a column, without `pyarrow.array`."""
    parts = [one.encode() for one in texts]
    ends = np.cumsum([0, *map(len, parts)]).astype(np.int32)
    buffers = [None, pa.py_buffer(ends), pa.py_buffer(b"".join(parts))]
    return pa.Array.from_buffers(pa.string(), len(parts), buffers)


def cut(buffer: Any, start: NDArray[np.int64], size: NDArray[np.int64]) -> pa.Array:
    """Return slices of a buffer as a column of bytes; a size below 0 is null."""
    if native.compiled is not None:
        return _gathered(native.compiled.gather, buffer, start, size)
    count = len(start)
    offsets = np.empty(2 * count + 1, np.int32)
    offsets[0 : 2 * count : 2] = start
    offsets[1 : 2 * count : 2] = start + np.maximum(size, 0)
    offsets[2 * count] = offsets[2 * count - 1] if count else 0
    data = buffer if isinstance(buffer, pa.Buffer) else pa.py_buffer(buffer)
    every = pa.Array.from_buffers(pa.binary(), 2 * count, [None, pa.py_buffer(offsets), data])
    is_null = size < 0
    wanted = np.arange(0, 2 * count, 2)
    return every.take(numbers(wanted, is_null))


def _gathered(
    gather: Callable[..., int], buffer: Any, start: NDArray[np.int64], size: NDArray[np.int64]
) -> pa.Array:
    """Do as `cut`, but let the engine of kraft_wire copy each slice once, into the column."""
    count = len(start)
    values = pa.allocate_buffer(int(np.maximum(size, 0).sum()))
    ends, present = np.empty(count + 1, np.int32), np.zeros((count + 7) // 8, np.uint8)
    columns = np.ascontiguousarray(start, np.int64), np.ascontiguousarray(size, np.int64)
    nulls = gather(buffer, *columns, count, ends, present, values)
    buffers = [pa.py_buffer(present) if nulls else None, pa.py_buffer(ends), values]
    return pa.Array.from_buffers(pa.binary(), count, buffers, null_count=nulls)


def as_text(column: pa.Array) -> pa.Array:
    """Decode a column of bytes; invalid UTF-8 becomes U+FFFD, as in Java."""
    try:
        return column.cast(pa.string())
    except pa.ArrowInvalid:
        texts = [None if one is None else java_text(one) for one in column.to_pylist()]
        return pa.array(texts, pa.string())


def timestamps(milliseconds: NDArray[np.int64]) -> pa.Array:
    """Convert milliseconds to timestamps; -1 and values outside of Spark's range become null."""
    is_null = (
        (milliseconds == _NO_TIMESTAMP) | (milliseconds < _LEAST_MS) | (milliseconds > _MOST_MS)
    )
    sound = np.where(is_null, 0, milliseconds) if is_null.any() else milliseconds
    return numbers(sound * 1000, is_null).view(TIMESTAMP)


def timestamp_of(milliseconds: int | None) -> int | None:
    """Return one timestamp in microseconds, by the rule of `timestamps`."""
    if milliseconds is None or milliseconds == _NO_TIMESTAMP:
        return None
    return milliseconds * 1000 if _LEAST_MS <= milliseconds <= _MOST_MS else None


def timestamp_types(heads: NDArray[Any]) -> NDArray[np.int32]:
    """Return 0 for CreateTime, 1 for LogAppendTime, -1 for message format 0 (no timestamp)."""
    is_append_time = (heads["attributes"] & TIMESTAMP_TYPE_FLAG) != 0
    return np.where(heads["magic"] == 0, -1, is_append_time).astype(np.int32)


def codec_column(heads: NDArray[Any]) -> pa.Array:
    """Return the names of the codecs; null for unknown codec numbers."""
    codecs = (heads["attributes"] & COMPRESSION_MASK).astype(np.int64)
    unknown = codecs >= len(CODEC_NAMES)
    return _texts(CODEC_NAMES).take(numbers(codecs, unknown))


def constant(value: Any, arrow_type: pa.DataType, count: int) -> pa.Array:
    """Return a column that repeats `value` in `count` rows."""
    if value is None:
        return pa.nulls(count, arrow_type)
    if type(value) is str and arrow_type == pa.string():
        return pa.repeat(_texts([value])[0], count)
    if type(value) is int and pa.types.is_signed_integer(arrow_type):
        return numbers(np.full(count, value, arrow_type.to_pandas_dtype()))
    return pa.repeat(pa.scalar(value, arrow_type), count)


def column_of(values: Sequence[Any], arrow_type: pa.DataType) -> pa.Array:
    """Return a column of Python values; timestamps are given in microseconds."""
    return pa.array(values, arrow_type)


class RecordTable:
    """The columns of the records of some batches, made on request.

    `constants` are the columns that the file gives: topic, partition, path and so on.
    """

    def __init__(self, found: DecodedBatches, constants: dict[str, Any]) -> None:
        self._found = found
        self._spans = found.spans
        self._heads = found.block.heads
        self._constants = constants

    def __len__(self) -> int:
        return len(self._spans.batch)

    def offsets(self) -> NDArray[np.int64]:
        """Return the offset of each record."""
        base = self._heads["baseOffset"].astype(np.int64)
        return base[self._spans.batch] + self._spans.delta

    def column(self, picked: Picked, arrow_type: pa.DataType) -> pa.Array:
        """Return one column, in the requested type."""
        maker = _MAKERS.get(picked.column)
        if maker is None:
            return constant(self._constants.get(picked.column), arrow_type, len(self))
        made = maker(self)
        if made.type == arrow_type:
            return made
        return as_text(made) if arrow_type == pa.string() else made.cast(arrow_type)

    def plain_column(self, name: str) -> list[Any]:
        """Return one column as Python values."""
        values: list[Any] = _MAKERS[name](self).to_pylist()
        return values

    def filtered(self, wanted: list[bool]) -> RecordTable:
        """Return the records for which `wanted` is True."""
        spans = self._spans.chosen(np.array(wanted, np.bool_))
        return RecordTable(replace(self._found, spans=spans), self._constants)

    def _head(self, name: str, kind: type[Any]) -> pa.Array:
        return numbers(self._heads[name].astype(kind)[self._spans.batch])

    def _flag(self, flag: int) -> pa.Array:
        return numbers(((self._heads["attributes"] & flag) != 0)[self._spans.batch])

    def _cut(self, name: str) -> pa.Array:
        start = getattr(self._spans, f"{name}_start")
        return cut(self._found.buffer, start, getattr(self._spans, f"{name}_size"))

    def _sizes(self) -> pa.Array:
        spans = self._spans
        sizes = np.maximum(spans.key_size, 0) + np.maximum(spans.value_size, 0)
        return numbers(sizes.astype(np.int32))

    def _timestamp_types(self) -> pa.Array:
        return numbers(timestamp_types(self._heads)[self._spans.batch])

    def _positions(self) -> pa.Array:
        return numbers(self._found.block.positions()[self._spans.batch])

    def _codecs(self) -> pa.Array:
        return codec_column(self._heads).take(numbers(self._spans.batch))

    def _sequences(self) -> pa.Array:
        base = self._heads["baseSequence"].astype(np.int64)[self._spans.batch]
        found = np.where(base < 0, -1, (base + self._spans.delta) & _INT31)
        return numbers(found.astype(np.int32))

    def _headers(self) -> pa.Array:
        return header_column(
            self._found.buffer, self._spans.headers_start, self._spans.header_count
        )


_MAKERS: Final[dict[str, Callable[[RecordTable], pa.Array]]] = {
    "key": lambda table: table._cut("key"),
    "value": lambda table: table._cut("value"),
    "offset": lambda table: numbers(table.offsets()),
    "timestamp": lambda table: timestamps(table._spans.timestamp),
    "timestampMs": lambda table: numbers(table._spans.timestamp),
    "timestampType": RecordTable._timestamp_types,
    "headers": RecordTable._headers,
    "leaderEpoch": lambda table: table._head("partitionLeaderEpoch", np.int32),
    "producerId": lambda table: table._head("producerId", np.int64),
    "producerEpoch": lambda table: table._head("producerEpoch", np.int16),
    "sequence": RecordTable._sequences,
    "isTransactional": lambda table: table._flag(TRANSACTIONAL_FLAG),
    "isControl": lambda table: table._flag(CONTROL_FLAG),
    "compressionType": RecordTable._codecs,
    "batchBaseOffset": lambda table: table._head("baseOffset", np.int64),
    "position": RecordTable._positions,
    "magic": lambda table: table._head("magic", np.int32),
    "sizeInBytes": RecordTable._sizes,
}
"""How each column is made. No table holds these: one that refers to itself is freed late."""


def header_column(buffer: Any, start: NDArray[np.int64], count: NDArray[np.int64]) -> pa.Array:
    """Return the headers of each record as a list of keys and values; null where there are none."""
    total = int(count.sum())
    offsets = np.zeros(len(count) + 1, np.int32)
    np.cumsum(count, out=offsets[1:])
    parts = np.empty((4, total), np.int64)
    data = np.frombuffer(buffer, np.uint8)
    place = start.copy()
    active = np.flatnonzero(count)
    step = 0
    while len(active):
        rows = offsets[active] + step
        size, body = varints(data, place[active], lenient=True)
        parts[0, rows], parts[1, rows] = body, size
        size, body = varints(data, body + size, lenient=True)
        parts[2, rows], parts[3, rows] = body, size
        place[active] = body + np.maximum(size, 0)
        step += 1
        active = active[count[active] > step]
    keys = as_text(cut(buffer, parts[0], parts[1]))
    values = cut(buffer, parts[2], parts[3])
    pairs = pa.StructArray.from_arrays([keys, values], names=["key", "value"])
    is_null = np.append(count == 0, False)
    bounds = numbers(offsets, is_null)
    return pa.ListArray.from_arrays(bounds, pairs).cast(HEADERS)
