"""The records of the batches of a block, decompressed where they must be, and found.

What the quick kernel calls odd is read by the careful reader of `kraft_wire`, as leniently as
Kafka reads it; what that refuses is a bad batch. Batches are taken together until they have some
megabytes, so that memory is bounded by the largest batch and not by how many there are.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from kraft_spark.decoding.record_kernel import OddError, Payloads, Spans, read_spans
from kraft_wire.errors import DecodeError
from kraft_wire.records.attributes import COMPRESSION_MASK, TIMESTAMP_TYPE_FLAG
from kraft_wire.records.batch import BATCH_OVERHEAD, RecordBatch
from kraft_wire.records.compression import decompress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from kraft_spark.files.batch_headers import Block

GROUP_BYTES: Final = 4 << 20
"""Decompressed bytes that are taken together."""


@dataclass(frozen=True, slots=True)
class Found:
    """Batches of a block, and their records in `buffer`.

    `spans.batch` counts the batches of `block`; `bad` are those whose records cannot be read, with
    the reason.
    """

    block: Block
    buffer: Any
    spans: Spans
    bad: dict[int, str]


def read_payloads(block: Block, *, max_bytes: int, with_bodies: bool = True) -> Iterator[Found]:
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


def _joined(block: Block, parts: list[Any], bad: dict[int, str], *, with_bodies: bool) -> Found:
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
) -> Found:
    bad = dict(bad)
    payloads = _payloads(block, buffer, first, end, bad)
    try:
        spans, odd = read_spans(payloads, with_bodies=with_bodies)
    except (OddError, IndexError):
        spans, odd = _one_by_one(payloads, with_bodies=with_bodies)
    if odd.any():
        spans = _with_care(block, payloads, spans, odd, bad)
    return Found(block, buffer, spans, bad)


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
