"""Careful reading of one record: forms that the fast loops do not accept, and refusals.

The quick loops of `record_reading` know the forms that writers produce. Every other record comes
here, is read as Kafka's DefaultRecord reads it, and is either given back or refused with place and
path. `lenient` reads what Kafka reads where this layer refuses: a length below -1 is null, bits of
a varint beyond its type are dropped. Tools that must print what Kafka prints ask for it.
"""

from __future__ import annotations

from kraft_wire.errors import CorruptRecordError, LimitError
from kraft_wire.limits import RECORD_HEADERS_MAX
from kraft_wire.records.attributes import NO_SEQUENCE, advanced_sequence, wrapped_int64
from kraft_wire.records.record import Record, RecordBase, RecordSpan, header_key

__all__ = [
    "HeaderSpan",
    "RecordInspector",
    "header_spans",
    "inspect_record",
    "record_at",
    "record_fault",
]

HeaderSpan = tuple[int, int, int, int]
"""Start and size of a header's key, start and size of its value; size -1 for null."""

_NOWHERE = RecordBase(0, 0, NO_SEQUENCE, None)
"""For bytes that were read before, so that no fault in them needs a place."""


def record_fault(detail: str, path: str, position: int, base: RecordBase) -> CorruptRecordError:
    """Return the error for the bytes at `position` of the payload."""
    if base.decompressed:
        detail = f"{detail} (at byte {position} of the decompressed records)"
        position = 0
    return CorruptRecordError(detail, offset=base.origin + position, path=path)


class RecordInspector:
    """Reads the parts of one record in turn."""

    def __init__(
        self, payload: bytes, position: int, base: RecordBase, *, path: str, lenient: bool
    ) -> None:
        self.payload = payload
        self.position = position
        self.base = base
        self.path = path
        self.lenient = lenient

    def fault(self, detail: str, field: str, position: int) -> CorruptRecordError:
        """Return the error for a field, at the byte where it begins."""
        return record_fault(detail, f"{self.path}.{field}", position, self.base)

    def left(self) -> int:
        """Return the number of unread bytes in the batch."""
        return len(self.payload) - self.position

    def varint(self, field: str, bits: int = 32) -> int:
        """Read a zigzag number of 32 or 64 bits."""
        start = self.position
        most = 5 if bits == 32 else 10
        raw = shift = 0
        for byte in self.payload[start : start + most]:
            self.position += 1
            raw |= (byte & 0x7F) << shift
            if byte < 0x80:
                break
            shift += 7
        else:
            short = self.position - start < most
            detail = "the batch ends inside a number" if short else f"a number above {most} bytes"
            raise self.fault(detail, field, start)
        if raw >> bits and not self.lenient:
            raise self.fault(f"a number of more than {bits} bits", field, start)
        raw &= (1 << bits) - 1
        return (raw >> 1) ^ -(raw & 1)

    def part(self, field: str, *, nullable: bool = True) -> tuple[int, int]:
        """Read a length and step over the bytes; return where they begin and the length."""
        place = self.position
        size = self.varint(field)
        if size < -1 and nullable and self.lenient:
            size = -1
        if size < (-1 if nullable else 0):
            raise self.fault(f"invalid length {size}", field, place)
        if size > self.left():
            raise self.fault(f"{size} bytes are announced, {self.left()} left", field, place)
        start = self.position
        self.position += max(size, 0)
        return start, size

    def header_count(self) -> int:
        """Read the number of headers."""
        place = self.position
        count = self.varint("headers")
        if not 0 <= count <= self.left():
            raise self.fault(f"{count} headers in {self.left()} bytes", "headers", place)
        if count > RECORD_HEADERS_MAX:
            raise LimitError(
                f"{count} headers, more than {RECORD_HEADERS_MAX}",
                offset=self.base.origin,
                path=f"{self.path}.headers",
            )
        return count

    def header(self, index: int) -> HeaderSpan:
        """Read one header."""
        key_start, key_size = self.part(f"headers[{index}].key", nullable=False)
        value_start, value_size = self.part(f"headers[{index}].value")
        return key_start, key_size, value_start, value_size


def inspect_record(
    payload: bytes, position: int, base: RecordBase, *, index: int, lenient: bool
) -> RecordSpan:
    """Find the parts of the record at `position`; `index` is its place in the batch.

    Raises CorruptRecordError or LimitError.
    """
    reader = RecordInspector(payload, position, base, path=f"records[{index}]", lenient=lenient)
    length = reader.varint("length")
    if not 0 < length <= reader.left():
        raise reader.fault(f"a record of {length} bytes, {reader.left()} left", "length", position)
    end = reader.position + length
    reader.position += 1  # the attributes, which mean nothing so far
    timestamp_delta = reader.varint("timestampDelta", 64)
    offset_delta = reader.varint("offsetDelta")
    key = reader.part("key")
    value = reader.part("value")
    count = reader.header_count()
    headers_start = reader.position
    for number in range(count):
        reader.header(number)
    if reader.position != end:
        real = length + reader.position - end
        raise reader.fault(
            f"a record of {length} bytes whose parts take {real}", "length", position
        )
    return RecordSpan(
        wrapped_int64(base.offset + offset_delta),
        _timestamp(base, timestamp_delta),
        _sequence(base, offset_delta),
        *key,
        *value,
        headers_start,
        count,
        end,
    )


def _timestamp(base: RecordBase, delta: int) -> int:
    if base.append_time is not None:
        return base.append_time
    return wrapped_int64(base.timestamp + delta)


def _sequence(base: RecordBase, delta: int) -> int:
    return advanced_sequence(base.sequence, delta) if base.sequence >= 0 else NO_SEQUENCE


def header_spans(payload: bytes, span: RecordSpan) -> list[HeaderSpan]:
    """Return the positions of a record's headers, which was found valid (leniently or not)."""
    reader = RecordInspector(payload, span.headers_start, _NOWHERE, path="record", lenient=True)
    return [reader.header(number) for number in range(span.header_count)]


def record_at(payload: bytes, span: RecordSpan) -> Record:
    """Make the record whose parts were found sound."""
    headers = [
        (
            header_key(payload[key_start : key_start + key_size]),
            _part(payload, value_start, value_size),
        )
        for key_start, key_size, value_start, value_size in header_spans(payload, span)
    ]
    return Record(
        span.offset,
        span.timestamp,
        _part(payload, span.key_start, span.key_size),
        _part(payload, span.value_start, span.value_size),
        tuple(headers),
        span.sequence,
    )


def _part(payload: bytes, start: int, size: int) -> bytes | None:
    return None if size < 0 else payload[start : start + size]
