"""Find where the records of a batch lie without copying their bytes: to count or to print them."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from kraft_wire import native
from kraft_wire.limits import RECORD_HEADERS_MAX
from kraft_wire.records.attributes import wrapped_int64
from kraft_wire.records.record import RecordSpan
from kraft_wire.records.record_inspection import inspect_record
from kraft_wire.records.record_reading import CHUNK, check_end
from kraft_wire.records.zigzag import read_long, read_varint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_wire.records.record import RecordBase

_new = tuple.__new__
_compiled: Final = native.compiled


def iter_spans(
    payload: bytes, position: int, count: int, base: RecordBase, *, lenient: bool = False
) -> Iterator[RecordSpan]:
    """Find the parts of `count` records that fill `payload` from `position` to its end.

    Raises CorruptRecordError or LimitError at the record that is wrong. `lenient`: see
    `record_inspection`.
    """
    if _compiled is not None:
        return chain.from_iterable(_compiled_chunks(payload, position, count, base, lenient))
    return _plain_spans(payload, position, count, base, lenient=lenient)


def _compiled_chunks(
    payload: bytes, position: int, count: int, base: RecordBase, lenient: bool
) -> Iterator[list[RecordSpan]]:
    """Find the parts of some records at a time; of the odd ones with care, one by one."""
    read: Any = _compiled and _compiled.read_records
    index = 0
    while index < count:
        chunk, position = read(payload, position, count - index, CHUNK, base, 1)
        if not chunk:
            span = inspect_record(payload, position, base, index=index, lenient=lenient)
            check_end(payload, span.end, index, count, base)
            position = span.end
            chunk = [span]
        index += len(chunk)
        yield chunk


def _plain_spans(
    payload: bytes, position: int, count: int, base: RecordBase, *, lenient: bool
) -> Iterator[RecordSpan]:
    for index in range(count):
        try:
            span = _span(payload, position, base)
            if span.end > len(payload) or (index == count - 1 and span.end != len(payload)):
                raise ValueError
        except (ValueError, IndexError):
            span = inspect_record(payload, position, base, index=index, lenient=lenient)
            check_end(payload, span.end, index, count, base)
        position = span.end
        yield span


def _span(payload: bytes, position: int, base: RecordBase) -> RecordSpan:
    """Find the parts of a record of the common forms; raises ValueError or IndexError else."""
    odd, place = payload[position], position + 1
    if odd > 0x7F:
        odd, place = read_varint(payload, position)
    end = place + (odd >> 1)
    time, place = payload[place + 1], place + 2
    if time > 0x7F:
        time, place = read_long(payload, place - 1)
    delta, place = payload[place], place + 1
    if delta > 0x7F:
        delta, place = read_varint(payload, place - 1)
    key_start, key_size, place = _part(payload, place)
    value_start, value_size, place = _part(payload, place)
    headers_start, headers = place + 1, payload[place]
    if headers:
        headers_start, headers, place = _skip_headers(payload, place, end)
    if (odd | delta) & 1 or place + 1 != end:
        raise ValueError
    offset, timestamp, sequence, append_time, *_ = base
    delta >>= 1
    timestamp = wrapped_int64(timestamp + (time >> 1 ^ -(time & 1)))
    parts = (
        wrapped_int64(offset + delta),
        timestamp if append_time is None else append_time,
        sequence + delta & 0x7FFFFFFF if sequence >= 0 else -1,
        key_start,
        key_size,
        value_start,
        value_size,
        headers_start,
        headers,
        end,
    )
    return _new(RecordSpan, parts)


def _part(payload: bytes, position: int) -> tuple[int, int, int]:
    """Step over a key or a value; return where it begins, its size, where it ends."""
    size, position = payload[position], position + 1
    if size > 0x7F:
        size, position = read_varint(payload, position - 1)
    if size & 1:
        if size != 1:
            raise ValueError
        return position, -1, position
    return position, size >> 1, position + (size >> 1)


def _skip_headers(payload: bytes, position: int, end: int) -> tuple[int, int, int]:
    """Step over headers; return where the first begins, their number, their last byte."""
    count, position = payload[position], position + 1
    if count > 0x7F:
        count, position = read_varint(payload, position - 1)
    start = position
    if count & 1 or count > 2 * RECORD_HEADERS_MAX or not position + count <= end <= len(payload):
        raise ValueError
    for _ in range(count >> 1):
        _, size, position = _part(payload, position)
        if size < 0:
            raise ValueError
        _, _, position = _part(payload, position)
    return start, count >> 1, position - 1
