"""The records of the batches of a block: decompressed where they must be, and located.

Format 2 with numpy, in two phases. First where records begin: only lengths are followed, one record
in every batch at a time, and record by record where few batches are left. Then all other fields of
all records at once. The compiled engine of `kraft_wire` does the same where it was built.

Rule: a batch with any uncommon form is called odd, and its records are discarded; it is then read
by the careful reader of `kraft_wire`, as leniently as Kafka reads it. A batch that this reader
refuses is bad. No odd batch may pass as a good one. Batches are combined up to some megabytes, so
that memory is bounded by the largest batch and not by their number.

Formats 0 and 1 are read one by one with `kraft_wire`: such files are old and few. The batches get
headers of format 2 that say the same, so that one table serves all formats.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from kraft_spark.files.segment_scan import HEADER, Block
from kraft_wire import native
from kraft_wire.errors import CorruptRecordError, DecodeError
from kraft_wire.records.attributes import COMPRESSION_MASK, TIMESTAMP_TYPE_FLAG, TimestampType
from kraft_wire.records.batch import BATCH_OVERHEAD, RecordBatch
from kraft_wire.records.compression import decompress
from kraft_wire.records.legacy import LegacyBatch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from kraft_wire.records.legacy import LegacyRecord

    Ints = NDArray[np.int64]
    Bytes = NDArray[np.uint8]

RECORD_BYTES_MIN: Final = 7
"""Length, attributes, two deltas, three sizes: one byte each."""

_BATCHES_WORTH_STEPS: Final = 24
"""With fewer batches a step of numpy costs more than it saves."""

_HEADERS_IN_STEPS: Final = 256
"""Records with more headers are odd: each step over headers takes all records along."""

_COLUMNS_OF_DELTAS: Final = 3
"""The first columns of `Spans`, which need nothing of keys, values and headers."""

TOO_LONG: Final = np.iinfo(np.int64).min
"""Stands for a number that no field of 32 bits can hold."""

_SHORT: Final = np.array([(n >> 1) ^ -(n & 1) for n in range(128)], np.int64)
"""The numbers of one byte."""

_INT32_BYTES: Final = 5
_INT64_BYTES: Final = 10


class OddError(ValueError):
    """Bytes that are not in the common form; the record that contains them is not yet known."""


@dataclass(frozen=True, slots=True)
class Spans:
    """The records of some batches, in the order of the log, a column each.

    `batch` is the index of the batch in the input. Sizes are -1 for null. `delta` is the offset
    relative to the base offset of the batch.
    """

    batch: Ints
    delta: Ints
    timestamp: Ints
    key_start: Ints
    key_size: Ints
    value_start: Ints
    value_size: Ints
    headers_start: Ints
    header_count: Ints

    def chosen(self, chosen: slice | NDArray[Any]) -> Spans:
        """Return the spans of the chosen records."""
        return Spans(*(getattr(self, one.name)[chosen] for one in fields(self)))


@dataclass(frozen=True, slots=True)
class Payloads:
    """The records of batches in one buffer: their start, end and count.

    `timestamp` is the base timestamp; `append_time` replaces it where `is_append_time` is True.
    """

    data: Bytes
    first: Ints
    end: Ints
    count: Ints
    timestamp: Ints
    append_time: Ints
    is_append_time: NDArray[np.bool_]

    def part(self, chosen: slice) -> Payloads:
        """Return the payloads of the chosen batches."""
        return Payloads(
            self.data,
            self.first[chosen],
            self.end[chosen],
            self.count[chosen],
            self.timestamp[chosen],
            self.append_time[chosen],
            self.is_append_time[chosen],
        )


def varints(data: Bytes, place: Ints, *, lenient: bool = False) -> tuple[Ints, Ints]:
    """Read a number of 32 bits at each place; return the numbers and their ends.

    A number of more than five bytes, or with more bits, comes out as `TOO_LONG`; `lenient` drops
    the bits that are too many, as Kafka does.
    """
    byte = data[place]
    if not len(byte) or byte.max() < 128:
        return _SHORT[byte], place + 1
    found = _of_two_bytes(data, place)
    return found or _mixed_varints(data, byte, place + 1, lenient=lenient)


def _of_two_bytes(data: Bytes, place: Ints) -> tuple[Ints, Ints] | None:
    """Do as `varints` if no number has more than two bytes; else return None."""
    try:
        pair = _pairs(data)[place]
    except IndexError:
        return None
    values, sizes = _pair_tables()
    size = sizes[pair]
    return (values[pair].astype(np.int64), place + size) if size.all() else None


def _pairs(data: Bytes) -> NDArray[np.uint16]:
    """Return each byte combined with the next one as a number, without a copy."""
    return np.ndarray((max(len(data) - 1, 0),), "<u2", data.data, strides=(1,))


@cache
def _pair_tables() -> tuple[NDArray[np.int32], NDArray[np.int8]]:
    """Build tables by two bytes: the varint that they begin with, its length; 0 for longer ones."""
    pair = np.arange(1 << 16)
    low, high = pair & 0xFF, pair >> 8
    raw = np.where(low < 128, low, (low & 127) | high << 7)
    size = np.where(low < 128, 1, np.where(high < 128, 2, 0))
    return ((raw >> 1) ^ -(raw & 1)).astype(np.int32), size.astype(np.int8)


def _mixed_varints(data: Bytes, byte: Bytes, place: Ints, *, lenient: bool) -> tuple[Ints, Ints]:
    """Read numbers of any lengths, of which the first bytes are read."""
    raw = (byte & 127).astype(np.int64)
    more = np.flatnonzero(byte > 127)
    shift = 7
    while len(more):
        if shift == 7 * _INT32_BYTES:
            raw[more] = -1
            break
        byte = data[place[more]]
        place[more] += 1
        raw[more] |= (byte & 127).astype(np.int64) << shift
        shift += 7
        more = more[byte > 127]
    if lenient:
        raw &= 0xFFFFFFFF
    value = (raw >> 1) ^ -(raw & 1)
    if shift >= 7 * _INT32_BYTES:
        value[(raw < 0) | (raw > 0xFFFFFFFF)] = TOO_LONG
    return value, place


def longs(data: Bytes, place: Ints, odd: NDArray[np.bool_]) -> tuple[Ints, Ints]:
    """Read a number of 64 bits at each place; marks as odd what takes more than ten bytes."""
    byte = data[place]
    if not len(byte) or byte.max() < 128:
        return _SHORT[byte], place + 1
    if found := _of_two_bytes(data, place):
        return found
    place = place + 1
    raw = (byte & 127).astype(np.uint64)
    more = np.flatnonzero(byte > 127)
    shift = 7
    while len(more):
        if shift == 7 * _INT64_BYTES:
            odd[more] = True
            break
        byte = data[place[more]]
        place[more] += 1
        if shift == 63:
            odd[more[byte > 1]] = True
        raw[more] |= (byte & 127).astype(np.uint64) << np.uint64(shift)
        shift += 7
        more = more[byte > 127]
    value = (raw >> np.uint64(1)) ^ (~(raw & np.uint64(1)) + np.uint64(1))
    return value.view(np.int64), place


def record_bodies(data: Bytes, first: Ints, count: Ints) -> tuple[Ints, Ints]:
    """Return the start of each record after its length, and its size, in the order of the log.

    The counts must have been held against the bytes that there are. Raises OddError where a
    length cannot be, IndexError where the data ends.
    """
    total = int(count.sum())
    row = np.cumsum(count) - count
    bodies, sizes = np.empty(total, np.int64), np.empty(total, np.int64)
    order = np.argsort(-count, kind="stable")
    left, place, row = count[order], first[order].copy(), row[order].copy()
    descending = -left
    most = int(left[0]) if len(left) else 0
    pairs = _pairs(data)
    step = 0
    while step < most:
        alive = int(np.searchsorted(descending, -step, side="left"))
        if alive < _BATCHES_WORTH_STEPS:
            break
        size, body = _lengths(data, pairs, place[:alive])
        rows = row[:alive] + step
        bodies[rows] = body
        sizes[rows] = size
        np.add(body, size, out=place[:alive])
        step += 1
    view = data.data
    for index in range(int(np.searchsorted(descending, -step, side="left"))):
        begin = int(row[index]) + step
        end = int(row[index]) + int(left[index])
        walked = _walk(view, int(place[index]), end - begin)
        bodies[begin:end], sizes[begin:end] = walked
    if total and sizes.min() <= 0:
        raise OddError
    return bodies, sizes


def _lengths(
    data: Bytes, pairs: NDArray[np.uint16], place: Ints
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Do as `varints` for the few numbers of a step, where calls cost more than the work."""
    pair = pairs[place]
    values, sizes = _pair_tables()
    size = sizes[pair]
    if size.all():
        return values[pair], place + size
    return varints(data, place)


def _walk(view: memoryview, place: int, count: int) -> tuple[list[int], list[int]]:
    """Find the bodies and sizes of `count` records that follow each other."""
    bodies = []
    sizes = []
    for _ in range(count):
        size = view[place]
        place += 1
        if size > 127:
            size &= 127
            shift = 7
            while True:
                byte = view[place]
                place += 1
                size |= (byte & 127) << shift
                if byte < 128:
                    break
                shift += 7
                if shift > 28:
                    raise OddError
        if size & 1 or not size:
            raise OddError
        bodies.append(place)
        size >>= 1
        sizes.append(size)
        place += size
    return bodies, sizes


def read_spans(payloads: Payloads, *, with_bodies: bool = True) -> tuple[Spans, NDArray[np.bool_]]:
    """Find all records of all batches, and which batches are odd.

    Without bodies keys, values and headers are not read: they count as null and as none, and
    a batch is not odd for them. Raises OddError or IndexError where that cannot be decided.
    """
    if native.compiled is not None:
        read = native.compiled.read_columns
        return _compiled_spans(payloads, read, with_bodies=with_bodies)
    data, count = payloads.data, payloads.count
    odd_batches = (count < 0) | (count * RECORD_BYTES_MIN > payloads.end - payloads.first)
    count = np.where(odd_batches, 0, count)
    place, length = record_bodies(data, payloads.first, count)
    batch = np.repeat(np.arange(len(count)), count)
    odd = np.zeros(len(place), np.bool_)
    end = place + length
    time, place = longs(data, place + 1, odd)
    delta, place = varints(data, place)
    odd |= delta < 0
    odd |= end > payloads.end[batch]
    last = np.cumsum(count)[count > 0] - 1
    odd[last] |= end[last] != payloads.end[count > 0]
    timestamp = payloads.timestamp[batch] + time
    stamped = payloads.is_append_time[batch]
    if stamped.any():
        timestamp = np.where(stamped, payloads.append_time[batch], timestamp)
    if not with_bodies:
        odd |= place > end
        odd_batches[batch[odd]] = True
        return _without_bodies(batch, delta, timestamp), odd_batches
    key_size, key_start = varints(data, place)
    value_size, value_start = varints(data, key_start + np.maximum(key_size, 0))
    header_count, place = varints(data, value_start + np.maximum(value_size, 0))
    for size in (key_size, value_size):
        odd |= (size < -1) | (size > length)
    odd |= (header_count < 0) | (header_count > _HEADERS_IN_STEPS)
    headers_end = _past_headers(data, place, np.where(odd, 0, header_count), odd)
    odd |= headers_end != end
    odd_batches[batch[odd]] = True
    spans = Spans(
        batch,
        delta,
        timestamp,
        key_start,
        key_size,
        value_start,
        value_size,
        place,
        header_count,
    )
    return spans, odd_batches


def _without_bodies(batch: Ints, delta: Ints, timestamp: Ints) -> Spans:
    """Return records whose keys, values and headers were not read."""
    none, null = np.zeros(len(batch), np.int64), np.full(len(batch), -1, np.int64)
    return Spans(batch, delta, timestamp, none, null, none, null, none, none)


def _compiled_spans(
    payloads: Payloads, read: Callable[..., int], *, with_bodies: bool
) -> tuple[Spans, NDArray[np.bool_]]:
    """Find all records with the engine of kraft_wire; those of odd batches are left out."""
    count = payloads.count
    can_be = (count >= 0) & (count * RECORD_BYTES_MIN <= payloads.end - payloads.first)
    rows = int(count[can_be].sum())
    batches = (
        *(payloads.first, payloads.end, count, np.zeros_like(count)),
        *(payloads.timestamp, payloads.append_time, payloads.is_append_time),
    )
    width = len(fields(Spans)) if with_bodies else _COLUMNS_OF_DELTAS
    columns = tuple(np.empty(rows, np.int64) for _ in range(width))
    odd = np.empty(len(count), np.uint8)
    aligned = tuple(np.ascontiguousarray(one, np.int64) for one in batches)
    found = read(np.ascontiguousarray(payloads.data), aligned, columns, odd, len(count))
    made = Spans if with_bodies else _without_bodies
    return made(*(column[:found] for column in columns)), odd.astype(np.bool_)


def _past_headers(data: Bytes, place: Ints, count: Ints, odd: NDArray[np.bool_]) -> Ints:
    """Return where the headers of each record end; mark records with impossible sizes in `odd`."""
    if not count.any():
        return place
    place = place.copy()
    active = np.flatnonzero(count)
    step = 0
    while len(active):
        size, body = varints(data, place[active])
        odd[active[size < 0]] = True
        size, body = varints(data, body + np.maximum(size, 0))
        odd[active[size < -1]] = True
        place[active] = body + np.maximum(size, 0)
        step += 1
        active = active[(count[active] > step) & ~odd[active]]
    return place


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

    Without bodies keys, values and headers are not read, and are null.
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
    """Yield the bytes of each batch's records, or the reason why they cannot be read.

    A batch that compaction has emptied keeps its codec and has no payload
    (DefaultRecordBatch.writeEmptyHeader): nothing is decompressed.
    """
    view = memoryview(block.buffer)
    places = (block.places + BATCH_OVERHEAD).tolist(), (block.places + block.sizes).tolist()
    counts = block.heads["count"].tolist()
    for codec, count, begin, end in zip(codecs.tolist(), counts, *places, strict=True):
        if not codec:
            yield view[begin:end]
            continue
        if not count:
            yield b""
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
    """Read each batch separately, because one of them breaks the common reading."""
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
    """Return one batch of a block of formats 0 and 1."""
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
    def __init__(self) -> None:
        self.size = 0
        self._parts: list[bytes] = []
        self._rows: list[tuple[int, ...]] = []
        self._heads: list[tuple[int, ...]] = []
        self._bad: dict[int, str] = {}

    def add(self, block: Block, index: int, max_bytes: int) -> None:
        """Read the records of one more batch."""
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
        """Return the batches so far, which are those of this block."""
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
    """Return a header of format 2 with the values of a legacy batch."""
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
