"""The fast loops over the records of a batch: the compiled engine's, or the ones in Python here.

Rule: speed here, care in `record_inspection`. A loop that meets anything but the common forms
(numbers of more bytes than writers use, lengths below -1, a record that does not end where it
says) hands the record over, which is then read carefully or refused with place and path.

First records as objects, then spans: where their parts lie, without copying them, to count or to
print. The numbers of records are varints in zigzag form: `read_varint` and `read_long`.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from kraft_wire import native
from kraft_wire.limits import RECORD_HEADERS_MAX
from kraft_wire.records.attributes import wrapped_int64
from kraft_wire.records.record import KEY_ERRORS, Record, RecordBase, RecordSpan
from kraft_wire.records.record_inspection import inspect_record, record_at, record_fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_wire.records.record import BaseParts, Headers

__all__ = ["CHUNK", "check_end", "iter_records", "iter_spans", "read_long", "read_varint"]

_NEAR: Final = 1 << 62
"""Base values below this cannot overflow with the deltas that the fast loops accept."""

CHUNK: Final = 512
"""Records that the compiled engine reads ahead of the caller."""

_new = tuple.__new__
_compiled: Final = native.compiled

if _compiled is not None:
    _compiled.configure_records(Record, RecordSpan)


def iter_records(payload: bytes, position: int, count: int, base: BaseParts) -> Iterator[Record]:
    """Read `count` records that fill `payload` from `position` to its end.

    Raises CorruptRecordError or LimitError at the record that is wrong; offsets in the error are
    those in the payload.
    """
    if _compiled is not None:
        first, position = _compiled.read_records(payload, position, count, CHUNK, base, 0)
        if len(first) == count:
            return iter(first)
        rest = _compiled_chunks(payload, position, base, len(first), count)
        return chain(first, chain.from_iterable(rest))
    if not (-_NEAR < base[0] < _NEAR and -_NEAR < base[1] < _NEAR):
        return _careful_records(payload, position, base, count)
    return _plain_records(payload, position, base, count)


def _compiled_chunks(
    payload: bytes, position: int, base: BaseParts, index: int, count: int
) -> Iterator[list[Record]]:
    """Read the records from this place in the batch on; the odd ones with care, one by one."""
    read: Any = _compiled and _compiled.read_records
    while index < count:
        chunk, position = read(payload, position, count - index, CHUNK, base, 0)
        if not chunk:
            record, position = _careful_record(payload, position, base, index, count)
            chunk = [record]
        index += len(chunk)
        yield chunk


def _read_headers(block: bytes) -> Headers:
    """Read the headers that fill `block`, which begins with their number.

    Raises ValueError or IndexError for all but the common forms.
    """
    count, position = block[0], 1
    if count > 0x7F:
        count, position = read_varint(block, 0)
    if count & 1 or count > 2 * RECORD_HEADERS_MAX:
        raise ValueError
    headers: list[tuple[str, bytes | None]] = []
    for _ in range(count >> 1):
        odd, position = block[position], position + 1
        if odd > 0x7F:
            odd, position = read_varint(block, position - 1)
        name = block[position : (position := position + (odd >> 1))].decode("utf-8", KEY_ERRORS)
        size, position = block[position], position + 1
        value = None
        if size != 1:
            if size > 0x7F:
                size, position = read_varint(block, position - 1)
            odd |= size
            value = block[position : (position := position + (size >> 1))]
        if odd & 1:
            raise ValueError
        headers.append((name, value))
    if position != len(block):
        raise ValueError
    return tuple(headers)


def _plain_records(payload: bytes, position: int, base: BaseParts, count: int) -> Iterator[Record]:
    """Read all records, of any form."""
    base_offset, base_timestamp, base_sequence, append_time, _, _ = base
    last, limit = count - 1, len(payload)
    for index in range(count):
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
            headers = _read_headers(payload[place:end]) if payload[place] else ()
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
    """Read all records with care, because adding a delta can exceed 64 bits."""
    for index in range(count):
        record, position = _careful_record(payload, position, base, index, count)
        yield record


def _careful_record(
    payload: bytes, position: int, parts: BaseParts, index: int, count: int
) -> tuple[Record, int]:
    """Read one record of any valid form; if it is the last, it must end the payload."""
    base = RecordBase(*parts)
    span = inspect_record(payload, position, base, index=index, lenient=False)
    check_end(payload, span.end, index, count, base)
    return record_at(payload, span), span.end


def check_end(payload: bytes, position: int, index: int, count: int, base: RecordBase) -> None:
    """Refuse bytes after the last record, as Kafka does when it has read that record."""
    if index == count - 1 and position != len(payload):
        raise record_fault(
            f"{len(payload) - position} bytes after the last of {count} records",
            f"records[{count}]",
            position,
            base,
        )


# -- spans: where the parts of records lie ---------------------------------------------------------


def iter_spans(
    payload: bytes, position: int, count: int, base: RecordBase, *, lenient: bool = False
) -> Iterator[RecordSpan]:
    """Find the parts of `count` records that fill `payload` from `position` to its end.

    Raises CorruptRecordError or LimitError at the record that is wrong. `lenient`: see
    `record_inspection`.
    """
    if _compiled is not None:
        return chain.from_iterable(_compiled_spans(payload, position, count, base, lenient))
    return _plain_spans(payload, position, count, base, lenient=lenient)


def _compiled_spans(
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


# -- numbers ---------------------------------------------------------------------------------------

# Both functions expect a first byte above 127 and return the number still in zigzag form: the sign
# is its lowest bit. They raise IndexError or ValueError for any other input.


def read_varint(payload: bytes, position: int) -> tuple[int, int]:
    """Read a number of two to four bytes."""
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
    """Read a number of two to eight bytes."""
    value = payload[position] & 0x7F | payload[position + 1] << 7
    shift = 14
    while value >> shift:
        if shift == 56:
            raise ValueError
        value += payload[position + shift // 7] - 1 << shift
        shift += 7
    return value, position + shift // 7
