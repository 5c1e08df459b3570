"""The quick loops over the records of a batch.

Rule: speed here, care in `record_inspection`. A loop that meets anything but the common forms
(numbers of more bytes than writers use, lengths below -1, a record that does not end where it
says) hands the record over, which is then read carefully or refused with place and path.
"""

from __future__ import annotations

from struct import error as struct_error
from typing import TYPE_CHECKING, Final

from kraft_wire.records.header_layouts import read_headers
from kraft_wire.records.record import Record, RecordBase
from kraft_wire.records.record_encoding import encoded_headers
from kraft_wire.records.record_inspection import inspect_record, record_at, record_end, record_fault
from kraft_wire.records.record_shapes import NO_HEADERS, begin_batch, raw_varints, shape_tables
from kraft_wire.records.zigzag import read_long, read_varint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_wire.records.record import BaseParts

_NEAR: Final = 1 << 62
"""Base values below this cannot overflow with the deltas that the quick loops take."""

_WORTH_SHAPES: Final = 6
"""Batches of fewer records are read without shapes."""

_MISSES_MAX: Final = 6
_GOOD_RUN: Final = 4
"""A batch is read on without shapes after so many misses that came after shorter runs."""

_new = tuple.__new__


def iter_records(payload: bytes, position: int, count: int, base: BaseParts) -> Iterator[Record]:
    """Read `count` records that fill `payload` from `position` to its end.

    Raises CorruptRecordError or LimitError at the record that is wrong; offsets in the error are
    those in the payload.
    """
    if not (-_NEAR < base[0] < _NEAR and -_NEAR < base[1] < _NEAR):
        return _careful_records(payload, position, base, count)
    if count < _WORTH_SHAPES:
        return _plain_records(payload, position, base, 0, count)
    return _shaped_records(payload, position, base, count)


def _shaped_records(payload: bytes, position: int, base: BaseParts, count: int) -> Iterator[Record]:
    """Read by shapes as long as most records have one, then without."""
    base_offset, base_timestamp, base_sequence, append_time, _, _ = base
    raw_deltas = raw_varints()
    delta, index, misses, missed = 0, -1, _MISSES_MAX, -_GOOD_RUN
    begin_batch()
    key_place, shapes, slow_shapes = shape_tables(0, 1)
    for index in range(count - 1):
        try:
            length = payload[position]
            if length > 0x7F:
                length = length << 8 | payload[position + 1]
                if payload[position + 3] < 0x80:
                    shape = shapes[length << 8 | payload[position + key_place + 1]]
                else:
                    shape = slow_shapes[length << 8 | payload[position + key_place + 2]]
            elif payload[position + 2] < 0x80:
                shape = shapes[length << 8 | payload[position + key_place]]
            else:
                shape = slow_shapes[length << 8 | payload[position + key_place + 1]]
            unpack, size, raw_size, has_key = shape
            time, raw_delta, key, raw_value, value, tail = unpack(payload, position)
            if raw_value != raw_size or raw_delta != raw_deltas[delta] or time > 0x7FFF:
                raise ValueError
            if time > 0x7F:
                time = time & 0x7F | time >> 1 & 0x3F80
            time = time >> 1 ^ -(time & 1)
            time = base_timestamp + time if append_time is None else append_time
            sequence = -1 if base_sequence < 0 else base_sequence + delta & 0x7FFFFFFF
            headers = () if tail == NO_HEADERS else read_headers(tail)
            parts = (base_offset + delta, time, key if has_key else None, value, headers, sequence)
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
            tables = shape_tables(delta, len(encoded_headers(record.headers)))
            key_place, shapes, slow_shapes = tables
        yield record
    yield from _plain_records(payload, position, base, index + 1, count)


def _next_record(
    payload: bytes, position: int, base: BaseParts, index: int, count: int
) -> tuple[Record, int]:
    """Read one record that is not the last, without a shape; return it and where it ends."""
    record = next(_plain_records(payload, position, base, index, count))
    length, start = payload[position], position + 1
    if length > 0x7F:
        try:
            length, start = read_varint(payload, position)
        except ValueError:
            return record, record_end(payload, position)
    return record, start + (length >> 1)


def _plain_records(
    payload: bytes, position: int, base: BaseParts, first: int, count: int
) -> Iterator[Record]:
    """Read the records from this place in the batch on, whatever they are like."""
    base_offset, base_timestamp, base_sequence, append_time, _, _ = base
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
            headers = read_headers(payload[place:end]) if payload[place] else ()
            place = end if headers else place + 1
            if odd & 1 or place != end or (end != limit if index == last else end > limit):
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
    payload: bytes, position: int, base: BaseParts, count: int
) -> Iterator[Record]:
    """Read all records with care: where adding a delta may leave 64 bits."""
    for index in range(count):
        record, position = _careful_record(payload, position, base, index, count)
        yield record


def _careful_record(
    payload: bytes, position: int, parts: BaseParts, index: int, count: int
) -> tuple[Record, int]:
    """Read one record of any lawful form; if it is the last, it must end the payload."""
    base = RecordBase(*parts)
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
