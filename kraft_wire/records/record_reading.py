"""The quick loops over the records of a batch.

Rule: speed here, care in `record_inspection`. A loop that meets anything but the common forms
(numbers of more bytes than writers use, lengths below -1, a record that does not end where it
says) hands the record over, which is then read carefully or refused with place and path.
"""

from __future__ import annotations

from struct import error as struct_error
from typing import TYPE_CHECKING, Final

from kraft_wire.limits import RECORD_HEADERS_MAX
from kraft_wire.records.record import Record, RecordBase
from kraft_wire.records.record_inspection import inspect_record, record_at, record_end, record_fault
from kraft_wire.records.record_shapes import begin_batch, raw_varints, shape_tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_wire.records.record import Headers

_NEAR: Final = 1 << 62
"""Base values below this cannot overflow with the deltas that the quick loops take."""

_WORTH_SHAPES: Final = 6
"""Batches of fewer records are read without shapes."""

_MISSES_MAX: Final = 6
_GOOD_RUN: Final = 4
"""A batch is read on without shapes after so many misses that came after shorter runs."""

_SHORT_DELTAS: Final = tuple(raw >> 1 ^ -(raw & 1) for raw in range(0x80))

_new = tuple.__new__


def iter_records(payload: bytes, position: int, count: int, base: RecordBase) -> Iterator[Record]:
    """Read `count` records that fill `payload` from `position` to its end.

    Raises CorruptRecordError or LimitError at the record that is wrong; offsets in the error are
    those in the payload.
    """
    if not is_near(base):
        return _careful_records(payload, position, base, count)
    if count < _WORTH_SHAPES:
        return _plain_records(payload, position, base, 0, count)
    return _shaped_records(payload, position, base, count)


def is_near(base: RecordBase) -> bool:
    """Whether the quick loops may add to these values without a thought of 64 bits."""
    return -_NEAR < base[0] < _NEAR and -_NEAR < base[1] < _NEAR


def _shaped_records(
    payload: bytes, position: int, base: RecordBase, count: int
) -> Iterator[Record]:
    """Read by shapes as long as most records have one, then without."""
    base_offset, base_timestamp, base_sequence, append_time, *_ = base
    raw_deltas, time_deltas = raw_varints(), _SHORT_DELTAS
    delta, index, misses, missed = 0, -1, _MISSES_MAX, -_GOOD_RUN
    begin_batch()
    wide, shapes, slow_shapes = shape_tables(0)
    for index in range(count - 1):
        try:
            length, place = payload[position], position + 2
            if length > 0x7F:
                length, place = length << 8 | payload[position + 1], position + 3
            if payload[place] < 0x80:
                shape = shapes[length << 8 | payload[place + wide + 2]]
            else:
                shape = slow_shapes[length << 8 | payload[place + wide + 3]]
            unpack, size, raw_size, has_key = shape
            time, raw_delta, key, raw_value, value, headers = unpack(payload, position)
            if raw_value != raw_size or headers or raw_delta != raw_deltas[delta]:
                raise ValueError
            if time < 0x80:
                time = time_deltas[time]
            elif time & 0x80:
                raise ValueError
            else:
                time = time >> 8 & 0x7F | (time & 0x7F) << 7
                time = time >> 1 ^ -(time & 1)
            time = base_timestamp + time if append_time is None else append_time
            sequence = -1 if base_sequence < 0 else base_sequence + delta & 0x7FFFFFFF
            parts = (base_offset + delta, time, key if has_key else None, value, (), sequence)
            record = _new(Record, parts)
            delta += 1
            position += size
        except (LookupError, ValueError, struct_error):
            record, position = _next_record(payload, position, base, index, count)
            delta = record.offset - base_offset + 1
            misses, missed = misses - (index - missed < _GOOD_RUN), index
            if not misses or delta < 0:
                yield record
                break
            wide, shapes, slow_shapes = shape_tables(delta)
        yield record
    yield from _plain_records(payload, position, base, index + 1, count)


def _next_record(
    payload: bytes, position: int, base: RecordBase, index: int, count: int
) -> tuple[Record, int]:
    """Read one record that is not the last, without a shape; return it and where it ends."""
    record = next(_plain_records(payload, position, base, index, count))
    return record, record_end(payload, position)


def _plain_records(
    payload: bytes, position: int, base: RecordBase, first: int, count: int
) -> Iterator[Record]:
    """Read the records from this place in the batch on, whatever they are like."""
    base_offset, base_timestamp, base_sequence, append_time, *_ = base
    last, limit = count - 1, len(payload)
    for index in range(first, count):
        try:
            odd, place = payload[position], position + 1
            if odd > 0x7F:
                odd, place = odd & 0x7F | payload[place] << 7, place + 1
                if odd > 0x3FFF:
                    odd, place = read_varint(payload, position)
            end = place + (odd >> 1)
            time, place = payload[place + 1], place + 2
            if time > 0x7F:
                time, place = read_long(payload, place - 1)
            delta, place = payload[place], place + 1
            if delta > 0x7F:
                delta, place = read_varint(payload, place - 1)
            odd |= delta
            key = value = None
            size, place = payload[place], place + 1
            if size != 1:
                if size > 0x7F:
                    size, place = read_varint(payload, place - 1)
                odd |= size
                key = payload[place : (place := place + (size >> 1))]
            size, place = payload[place], place + 1
            if size != 1:
                if size > 0x7F:
                    size, place = size & 0x7F | payload[place] << 7, place + 1
                    if size > 0x3FFF:
                        size, place = read_varint(payload, place - 2)
                odd |= size
                value = payload[place : (place := place + (size >> 1))]
            headers, place = _headers(payload, place, end) if payload[place] else ((), place + 1)
            if odd & 1 or place != end or (index == last and end != limit):
                raise ValueError
            delta >>= 1
            time = (
                base_timestamp + (time >> 1 ^ -(time & 1)) if append_time is None else append_time
            )
            sequence = -1 if base_sequence < 0 else base_sequence + delta & 0x7FFFFFFF
            record = _new(Record, (base_offset + delta, time, key, value, headers, sequence))
            position = end
        except (ValueError, IndexError):
            record, position = _careful_record(payload, position, base, index, count)
        yield record


def _careful_records(
    payload: bytes, position: int, base: RecordBase, count: int
) -> Iterator[Record]:
    """Read all records with care: where adding a delta may leave 64 bits."""
    for index in range(count):
        record, position = _careful_record(payload, position, base, index, count)
        yield record


def _careful_record(
    payload: bytes, position: int, base: RecordBase, index: int, count: int
) -> tuple[Record, int]:
    """Read one record of any lawful form; if it is the last, it must end the payload."""
    span = inspect_record(payload, position, base, index=index, lenient=False)
    check_end(payload, span.end, index, count, base)
    return record_at(payload, span, base, index=index), span.end


def check_end(payload: bytes, position: int, index: int, count: int, base: RecordBase) -> None:
    """Refuse bytes behind the last record, as Kafka does when it has read that record."""
    if index == count - 1 and position != len(payload):
        raise record_fault(
            f"{len(payload) - position} bytes behind the last of {count} records",
            f"records[{count}]",
            position,
            base,
        )


def read_varint(payload: bytes, position: int) -> tuple[int, int]:
    """Read a number of up to four bytes, still in zigzag form."""
    value = payload[position] & 0x7F | payload[position + 1] << 7
    if value < 0x4000:
        return value, position + 2
    value += payload[position + 2] - 1 << 14
    if value < 0x200000:
        return value, position + 3
    value += payload[position + 3] - 1 << 21
    if value < 0x10000000:
        return value, position + 4
    raise ValueError


def read_long(payload: bytes, position: int) -> tuple[int, int]:
    """Read a number of up to eight bytes, still in zigzag form."""
    value = payload[position] & 0x7F | payload[position + 1] << 7
    shift = 14
    while value >> shift:
        if shift == 56:
            raise ValueError
        value += payload[position + shift // 7] - 1 << shift
        shift += 7
    return value, position + shift // 7


def _headers(payload: bytes, position: int, end: int) -> tuple[Headers, int]:
    """Read the headers of a record that ends at `end`."""
    count, position = payload[position], position + 1
    if count > 0x7F:
        count, position = read_varint(payload, position - 1)
    if count & 1 or count > 2 * RECORD_HEADERS_MAX or not position + count <= end <= len(payload):
        raise ValueError
    headers: list[tuple[str, bytes | None]] = []
    for _ in range(count >> 1):
        odd, position = payload[position], position + 1
        if odd > 0x7F:
            odd, position = read_varint(payload, position - 1)
        name = payload[position : (position := position + (odd >> 1))].decode()
        size, position = payload[position], position + 1
        value = None
        if size != 1:
            if size > 0x7F:
                size, position = read_varint(payload, position - 1)
            odd |= size
            value = payload[position : (position := position + (size >> 1))]
        if odd & 1 or position > end:
            raise ValueError
        headers.append((name, value))
    return tuple(headers), position
