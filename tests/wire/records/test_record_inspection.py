"""Each refusal of a record, with place and path; and what is read though it is unusual."""

from __future__ import annotations

import pytest

from kraft_wire.errors import CorruptRecordError, LimitError
from kraft_wire.records import Record, RecordBatch, record_inspection
from kraft_wire.records.record import RecordBase
from kraft_wire.records.record_inspection import (
    header_spans,
    inspect_record,
    record_at,
)
from tests.support.record_batches import batch_of, part, record, simple_record, varint

BASE = RecordBase(100, 1000, -1, None)
ZERO = varint(0)
HEAD = b"\0" + ZERO + ZERO

REFUSALS = [
    ("empty", b"", "records[4].length", 0),
    ("length cut", b"\x80\x80", "records[4].length", 0),
    ("length of six bytes", b"\x80\x80\x80\x80\x80\x00", "records[4].length", 0),
    ("length beyond 32 bits", b"\x80\x80\x80\x80\x10", "records[4].length", 0),
    ("length negative", varint(-5) + bytes(9), "records[4].length", 0),
    ("length zero", varint(0) + bytes(9), "records[4].length", 0),
    ("length beyond the end", varint(9) + bytes(8), "records[4].length", 0),
    ("time of eleven bytes", record(b"\0" + b"\x80" * 10 + b"\0"), "records[4].timestampDelta", 2),
    ("time beyond 64 bits", record(b"\0" + b"\xff" * 9 + b"\x02"), "records[4].timestampDelta", 2),
    ("no offset", record(b"\0", ZERO), "records[4].offsetDelta", 3),
    ("key of -2", record(HEAD, varint(-2), part(b"v"), ZERO), "records[4].key", 4),
    ("key too long", record(HEAD, varint(60), part(b"v"), ZERO), "records[4].key", 4),
    ("value of -2", record(HEAD, part(None), varint(-2), ZERO), "records[4].value", 5),
    ("value too long", record(HEAD, part(None), varint(9), ZERO), "records[4].value", 5),
    ("no header count", record(HEAD, part(None), part(b"v")), "records[4].headers", 7),
    ("headers -1", record(HEAD, part(None), part(b"v"), varint(-1)), "records[4].headers", 7),
    ("too many headers", record(HEAD, part(None), part(b"v"), varint(1)), "records[4].headers", 7),
    (
        "header key null",
        record(HEAD, part(None), part(b"v"), varint(1), part(None), part(b"x")),
        "records[4].headers[0].key",
        8,
    ),
    (
        "header value of -3",
        record(HEAD, part(None), part(b"v"), varint(1), part(b"k"), varint(-3)),
        "records[4].headers[0].value",
        10,
    ),
    (
        "ends too early",
        record(HEAD, part(None), part(b"v"), ZERO, b"more"),
        "records[4].length",
        0,
    ),
]


@pytest.mark.parametrize(("payload", "path", "offset"), [row[1:] for row in REFUSALS],
                         ids=[row[0] for row in REFUSALS])  # fmt: skip
def test_refusals_say_where(payload: bytes, path: str, offset: int) -> None:
    with pytest.raises(CorruptRecordError) as refusal:
        inspect_record(payload, 0, BASE, index=4, lenient=False)
    assert (refusal.value.path, refusal.value.offset) == (path, offset)


def test_places_count_from_where_the_batch_begins() -> None:
    good = simple_record(0, b"v")
    batch = RecordBatch(batch_of(good + b"\x80", 2), 500)
    with pytest.raises(CorruptRecordError) as refusal:
        batch.read_records()
    assert refusal.value.offset == 500 + 61 + len(good)
    assert refusal.value.path == "records[1].length"


def test_places_in_compressed_records_are_distinguished() -> None:
    base = BASE._replace(origin=561, decompressed=True)
    with pytest.raises(CorruptRecordError, match="byte 3 of the decompressed records") as refusal:
        inspect_record(b"abc\x80", 3, base, index=0, lenient=False)
    assert refusal.value.offset == 561


def test_headers_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_inspection, "RECORD_HEADERS_MAX", 1)
    payload = record(HEAD, part(None), part(b"v"), varint(2), *[part(b"")] * 4)
    with pytest.raises(LimitError) as refusal:
        inspect_record(payload, 0, BASE, index=0, lenient=False)
    assert refusal.value.path == "records[0].headers"


def test_a_header_key_that_is_not_utf_8_keeps_its_bytes() -> None:
    """Divergence W4: the rest of the text in messages must be UTF-8."""
    payload = record(HEAD, part(None), part(b"v"), varint(1), part(b"a\xff"), part(b"x"))
    span = inspect_record(payload, 0, BASE, index=2, lenient=False)
    assert record_at(payload, span).headers == (("a\udcff", b"x"),)
    assert header_spans(payload, span) == [(9, 2, 12, 1)]


def test_lenient_reads_what_kafka_reads() -> None:
    body = record(HEAD, varint(-7), varint(-2), varint(1), part(b"k"), varint(-9))
    with pytest.raises(CorruptRecordError):
        inspect_record(body, 0, BASE, index=0, lenient=False)
    span = inspect_record(body, 0, BASE, index=0, lenient=True)
    assert (span.key_size, span.value_size, span.header_count) == (-1, -1, 1)
    assert header_spans(body, span) == [(8, 1, 10, -1)]
    dropped_bits = b"\x80\x80\x80\x80\x50"  # of 0x50 << 28 no bit is left in 32
    payload = record(HEAD, dropped_bits, part(b"v"), ZERO)
    span = inspect_record(payload, 0, BASE, index=0, lenient=True)
    assert (span.key_size, span.value_size) == (0, 1)


def test_lenient_does_not_take_lengths_that_kafka_refuses() -> None:
    for payload in (row[1] for row in REFUSALS if row[0] not in
                    {"length beyond 32 bits", "time beyond 64 bits", "key of -2", "value of -2",
                     "header value of -3"}):  # fmt: skip
        with pytest.raises(CorruptRecordError):
            inspect_record(payload, 0, BASE, index=0, lenient=True)


def test_numbers_longer_than_needed_are_read() -> None:
    payload = record(b"\7", b"\x84\x00", b"\x86\x80\x80\x80\x00", b"\x82\x00k", part(None), ZERO)
    span = inspect_record(payload, 0, BASE, index=0, lenient=False)
    assert record_at(payload, span) == Record(103, 1002, b"k", None)
    assert span.end == len(payload)


@pytest.mark.parametrize(
    ("base", "expected"),
    [
        (BASE._replace(offset=2**63 - 1), (-(2**63), 1001, -1)),
        (BASE._replace(timestamp=2**63 - 1), (101, -(2**63), -1)),
        (BASE._replace(append_time=7), (101, 7, -1)),
        (BASE._replace(sequence=2**31 - 1), (101, 1001, 0)),
    ],
)
def test_deltas_are_added_to_the_record_base(
    base: RecordBase, expected: tuple[int, int, int]
) -> None:
    payload = record(b"\0", varint(1), varint(1), part(None), part(b""), ZERO)
    assert inspect_record(payload, 0, base, index=0, lenient=False)[:3] == expected
