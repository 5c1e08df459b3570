"""The records of the batches of a block: decompressed where they must be, and located.

Format 2: what the kernel calls odd is read by the careful reader of `kraft_wire`, as leniently as
Kafka reads it; what that refuses is a bad batch. Batches are taken together until they have some
megabytes, so that memory is bounded by the largest batch and not by how many there are.

Formats 0 and 1 are read one by one with `kraft_wire`: such files are old and few. The batches get
headers of format 2 that say the same, so that one table serves all formats.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from kraft_spark.decoding.record_kernel import OddError, Payloads, Spans, read_spans
from kraft_spark.files.segment_scan import HEADER, Block
from kraft_wire.errors import CorruptRecordError, DecodeError
from kraft_wire.records.attributes import COMPRESSION_MASK, TIMESTAMP_TYPE_FLAG, TimestampType
from kraft_wire.records.batch import BATCH_OVERHEAD, RecordBatch
from kraft_wire.records.compression import decompress
from kraft_wire.records.legacy import LegacyBatch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from kraft_wire.records.legacy import LegacyRecord

GROUP_BYTES: Final = 4 << 20
"""Decompressed bytes that are taken together."""


@dataclass(frozen=True, slots=True)
class DecodedBatches:
    """Batches of a block, and their records in `buffer`.

    `spans.batch` counts the batches of `block`; `bad` are those whose records cannot be read, with
    the reason.
    """

    block: Block
    buffer: Any
    spans: Spans
    bad: dict[int, str]


def read_payloads(
    block: Block, *, max_bytes: int, with_bodies: bool = True
) -> Iterator[DecodedBatches]:
    """Read the records of a block of format 2; no batch may give more than `max_bytes`.

    Without bodies keys, values and headers are not looked at, and are null.
    """
    heads = block.heads
    codecs = heads["attributes"] & COMPRESSION_MASK
    if not codecs.any():
        first = block.places + BATCH_OVERHEAD
        yield _found(
            block, block.buffer, first, block.places + block.sizes, {}, with_bodies=with_bodies
        )
        return
    start = size = 0
    parts: list[Any] = []
    bad: dict[int, str] = {}
    for index, part in enumerate(_parts(block, codecs, max_bytes)):
        if isinstance(part, DecodeError):
            bad[index - start] = str(part)
            part = b""  # noqa: PLW2901  # it has no records
        if parts and size + len(part) > GROUP_BYTES:
            found = _joined(block.part(slice(start, index)), parts, bad, with_bodies=with_bodies)
            parts.clear()
            yield found
            del found
            bad = {0: bad[index - start]} if index - start in bad else {}
            parts, start, size = [], index, 0
        parts.append(part)
        size += len(part)
        del part
    found = _joined(block.part(slice(start, len(block))), parts, bad, with_bodies=with_bodies)
    parts.clear()
    yield found


def _parts(
    block: Block, codecs: NDArray[Any], max_bytes: int
) -> Iterator[bytes | memoryview | DecodeError]:
    """The bytes of each batch's records, or why they cannot be had."""
    view = memoryview(block.buffer)
    places = (block.places + BATCH_OVERHEAD).tolist(), (block.places + block.sizes).tolist()
    for codec, begin, end in zip(codecs.tolist(), *places, strict=True):
        if not codec:
            yield view[begin:end]
            continue
        try:
            yield decompress(codec, bytes(view[begin:end]), max_bytes=max_bytes)
        except DecodeError as error:
            error.offset = begin + block.origin + (error.offset or 0)
            yield error


def _joined(
    block: Block, parts: list[Any], bad: dict[int, str], *, with_bodies: bool
) -> DecodedBatches:
    sizes = np.array([len(part) for part in parts], np.int64)
    end = np.cumsum(sizes)
    data = parts[0] if len(parts) == 1 else b"".join(parts)
    return _found(block, data, end - sizes, end, bad, with_bodies=with_bodies)


def _found(
    block: Block,
    buffer: Any,
    first: NDArray[Any],
    end: NDArray[Any],
    bad: dict[int, str],
    *,
    with_bodies: bool,
) -> DecodedBatches:
    bad = dict(bad)
    payloads = _payloads(block, buffer, first, end, bad)
    try:
        spans, odd = read_spans(payloads, with_bodies=with_bodies)
    except (OddError, IndexError):
        spans, odd = _one_by_one(payloads, with_bodies=with_bodies)
    if odd.any():
        spans = _with_care(block, payloads, spans, odd, bad)
    return DecodedBatches(block, buffer, spans, bad)


def _payloads(
    block: Block, buffer: Any, first: NDArray[Any], end: NDArray[Any], bad: dict[int, str]
) -> Payloads:
    heads = block.heads
    count = heads["count"].astype(np.int64)
    count[list(bad)] = 0
    return Payloads(
        np.frombuffer(buffer, np.uint8),
        first,
        end,
        count,
        heads["baseTimestamp"].astype(np.int64),
        heads["maxTimestamp"].astype(np.int64),
        (heads["attributes"] & TIMESTAMP_TYPE_FLAG) != 0,
    )


def _one_by_one(payloads: Payloads, *, with_bodies: bool) -> tuple[Spans, NDArray[np.bool_]]:
    """Read each batch by itself, where one of them spoils the reading of all."""
    count = len(payloads.count)
    odd = np.zeros(count, np.bool_)
    found = []
    for index in range(count):
        try:
            one = payloads.part(slice(index, index + 1))
            spans, is_odd = read_spans(one, with_bodies=with_bodies)
        except (OddError, IndexError):
            odd[index] = True
            continue
        odd[index] = is_odd[0]
        spans.batch[:] = index
        found.append(spans)
    return _concatenated(found), odd


def _with_care(
    block: Block,
    payloads: Payloads,
    spans: Spans,
    odd: NDArray[np.bool_],
    bad: dict[int, str],
) -> Spans:
    """Put the records of odd batches, read with care, in their places."""
    found = [spans.chosen(~odd[spans.batch])]
    for index in np.flatnonzero(odd).tolist():
        try:
            found.append(_careful(block, payloads, index))
        except DecodeError as error:
            bad[index] = str(error)
    every = _concatenated(found)
    return every.chosen(np.argsort(every.batch, kind="stable"))


def _careful(block: Block, payloads: Payloads, index: int) -> Spans:
    batch = RecordBatch(block.batch_bytes(index), int(block.places[index]) + block.origin)
    begin, end = int(payloads.first[index]), int(payloads.end[index])
    if batch.attributes & COMPRESSION_MASK:
        data, position = bytes(payloads.data[begin:end]), 0
    else:
        data, position = bytes(batch), BATCH_OVERHEAD
    begin -= position
    rows = []
    for span in batch.spans(data, position, lenient=True):
        delta = (span.offset - batch.base_offset + (1 << 63)) % (1 << 64) - (1 << 63)
        rows.append(
            (
                index,
                delta,
                span.timestamp,
                begin + span.key_start,
                span.key_size,
                begin + span.value_start,
                span.value_size,
                begin + span.headers_start,
                span.header_count,
            )
        )
    table = np.array(rows, np.int64).reshape(-1, len(fields(Spans)))
    return Spans(*(table[:, column].copy() for column in range(table.shape[1])))


def _concatenated(found: list[Spans]) -> Spans:
    if not found:
        return Spans(*(np.empty(0, np.int64) for _ in fields(Spans)))
    return Spans(*(np.concatenate([getattr(s, one.name) for s in found]) for one in fields(Spans)))


_NONE: Final = -1


def legacy_batch(block: Block, index: int) -> LegacyBatch:
    """One batch of a block of formats 0 and 1."""
    return LegacyBatch(block.batch_bytes(index), int(block.places[index]) + block.origin)


def read_legacy(block: Block, *, max_bytes: int) -> Iterator[DecodedBatches]:
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

    def found(self, block: Block) -> DecodedBatches:
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
        return DecodedBatches(with_heads, b"".join(self._parts), spans, self._bad)


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
