"""The records of batches in message formats 0 and 1, in the form that `payloads` gives.

They are read one by one with `kraft_wire`: such files are old and few. The batches get headers of
format 2 that say the same, so that one table serves all formats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from kraft_spark.decoding.payloads import GROUP_BYTES, Found
from kraft_spark.decoding.record_kernel import Spans
from kraft_spark.files.batch_headers import HEADER, Block
from kraft_wire.errors import CorruptRecordError, DecodeError
from kraft_wire.records.attributes import COMPRESSION_MASK, TIMESTAMP_TYPE_FLAG, TimestampType
from kraft_wire.records.legacy import LegacyBatch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_wire.records.legacy import LegacyRecord

_NONE: Final = -1


def legacy_batch(block: Block, index: int) -> LegacyBatch:
    """One batch of a block of formats 0 and 1."""
    return LegacyBatch(block.batch_bytes(index), int(block.places[index]) + block.origin)


def read_legacy(block: Block, *, max_bytes: int) -> Iterator[Found]:
    """Read the records of a block of formats 0 and 1; no batch may give more than `max_bytes`.

    Where the checksums of the batches count, those of the records inside count too.
    """
    start = 0
    group = _Group()
    for index in range(len(block)):
        group.add(block, index, max_bytes)
        if group.size > GROUP_BYTES:
            yield group.found(block.part(slice(start, index + 1)))
            group, start = _Group(), index + 1
    if start < len(block):
        yield group.found(block.part(slice(start, len(block))))


class _Group:
    """Batches that are taken together."""

    def __init__(self) -> None:
        self.size = 0
        self._parts: list[bytes] = []
        self._rows: list[tuple[int, ...]] = []
        self._heads: list[tuple[int, ...]] = []
        self._bad: dict[int, str] = {}

    def add(self, block: Block, index: int, max_bytes: int) -> None:
        """Read one more batch."""
        number = len(self._heads)
        batch = legacy_batch(block, index)
        records: list[LegacyRecord] = []
        try:
            records = batch.read_records(max_bytes=max_bytes)
            if block.valid is not None and not all(record.is_valid for record in records):
                raise CorruptRecordError("a record inside has a wrong checksum")
        except DecodeError as error:
            self._bad[number] = str(error)
            records = []
        base = records[0].offset if records else batch.last_offset
        self._heads.append(_head(batch, base, len(records)))
        for record in records:
            key, value = self._put(record.key), self._put(record.value)
            row = (number, record.offset - base, record.timestamp, *key, *value, 0, 0)
            self._rows.append(row)

    def _put(self, part: bytes | None) -> tuple[int, int]:
        if part is None:
            return self.size, _NONE
        start = self.size
        self._parts.append(part)
        self.size += len(part)
        return start, len(part)

    def found(self, block: Block) -> Found:
        """The batches so far, which are those of this block."""
        table = np.array(self._rows, np.int64).reshape(-1, 9)
        spans = Spans(*(table[:, column].copy() for column in range(9)))
        heads = np.array(self._heads, HEADER)
        with_heads = Block(
            block.buffer,
            block.origin,
            block.places,
            block.sizes,
            heads,
            is_legacy=True,
            valid=block.valid,
        )
        return Found(with_heads, b"".join(self._parts), spans, self._bad)


def _head(batch: LegacyBatch, base: int, count: int) -> tuple[Any, ...]:
    """The header of format 2 that says what the batch says."""
    attributes = batch.attributes & COMPRESSION_MASK
    if batch.timestamp_type is TimestampType.LOG_APPEND_TIME:
        attributes |= TIMESTAMP_TYPE_FLAG
    return (
        base,
        batch.size,
        _NONE,
        batch.magic,
        batch.crc,
        attributes,
        min(max(batch.last_offset - base, 0), 0x7FFFFFFF),
        _NONE,
        _NONE,
        _NONE,
        _NONE,
        _NONE,
        count,
    )
