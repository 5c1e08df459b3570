"""The records of a batch as columns: numbers, and where keys and values are in one buffer.

No object is made for a record, so this is many times faster than `RecordBatch.read_records` where a
program filters, counts, or hands the columns on (numpy and Arrow take them without copying).
"""

from __future__ import annotations

from array import array
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kraft_wire import native
from kraft_wire.errors import UnsupportedVersionError
from kraft_wire.limits import DEFAULT_LIMITS
from kraft_wire.records.batch import RecordBatch

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_wire.limits import Limits
    from kraft_wire.records.batch_reader import Batch

__all__ = ["PartColumn", "RecordColumns", "read_columns"]

_compiled: Final = native.compiled
_RECORD_BYTES_MIN: Final = 7
_ZERO: Final = array("q", (0,))
"""Length, attributes, two deltas, three sizes: one byte each."""


class PartColumn(NamedTuple):
    """One part of many records: record i has `data[starts[i] : starts[i] + sizes[i]]`.

    `starts` and `sizes` are buffers of 64-bit numbers (`array("q")`, numpy's int64); a size of -1
    is null.
    """

    data: bytes | bytearray | memoryview
    starts: Any
    sizes: Any

    @classmethod
    def of(cls, parts: Iterable[bytes | None]) -> PartColumn:
        """Join parts into a column."""
        found = list(parts)
        sizes = array("q", [-1 if part is None else len(part) for part in found])
        ends = accumulate((max(size, 0) for size in sizes), initial=0)
        starts = array("q", [start for start, _ in zip(ends, sizes, strict=False)])
        return cls(b"".join(part for part in found if part), starts, sizes)


class RecordColumns(NamedTuple):
    """A column for each part of the records of a batch: arrays of 64-bit numbers.

    `payload[key_starts[i] : key_starts[i] + key_sizes[i]]` is the key of record i; a size of -1 is
    null. `timestamps` are milliseconds. `headers_starts` are the places after the count of headers.
    """

    payload: bytes
    offsets: array[int]
    timestamps: array[int]
    key_starts: array[int]
    key_sizes: array[int]
    value_starts: array[int]
    value_sizes: array[int]
    headers_starts: array[int]
    header_counts: array[int]


def read_columns(
    batch: Batch, *, max_bytes: int | None = None, limits: Limits = DEFAULT_LIMITS
) -> RecordColumns:
    """Read the records of a batch as columns.

    Raises as `RecordBatch.read_records` does. Batches of message formats 0 and 1 have no columns:
    raises UnsupportedVersionError for one, whose `records()` can be read instead.
    """
    if not isinstance(batch, RecordBatch):
        raise UnsupportedVersionError(
            f"a batch of message format {batch.magic} has no columns: read its records()"
        )
    batch._check_count(limits)
    payload, position = batch.payload(max_bytes=max_bytes, limits=limits)
    if _compiled is not None and 0 <= batch.count <= (len(payload) - position) // _RECORD_BYTES_MIN:
        found = _compiled_columns(batch, payload, position)
        if found is not None:
            return found
    spans = batch.spans(payload, position, limits=limits)
    rows = [(each.offset, each.timestamp, *each[3:9]) for each in spans]
    columns = zip(*rows, strict=True) if rows else [()] * 8
    return RecordColumns(payload, *(array("q", column) for column in columns))


def _compiled_columns(batch: RecordBatch, payload: bytes, position: int) -> RecordColumns | None:
    """Return the columns that the engine reads; None for a batch of another form."""
    read: Any = _compiled and _compiled.read_columns
    base_offset, base_timestamp, _, append_time, _, _ = batch._base()
    numbers = (
        *(position, len(payload), batch.count, base_offset, base_timestamp),
        *(append_time or 0, append_time is not None),
    )
    columns = tuple([_ZERO * batch.count for _ in range(9)])
    odd = bytearray(1)
    read(payload, numbers, columns, odd, 1)
    return None if odd[0] else RecordColumns(payload, *columns[1:])
