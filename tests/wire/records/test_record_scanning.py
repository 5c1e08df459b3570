from __future__ import annotations

import random

import pytest
from hypothesis import given, settings

from kraft_wire.errors import CorruptRecordError, DecodeError
from kraft_wire.records import RecordBatch, RecordBatchBuilder, RecordSpan
from kraft_wire.records.record import RecordBase
from kraft_wire.records.record_inspection import inspect_record
from kraft_wire.records.record_reading import iter_spans
from tests.support.record_batches import batch_of, fill, part, record, rows, simple_record, varint

BASE = RecordBase(5, 1000, 3, None)


@given(rows)
@settings(max_examples=60, deadline=None)
def test_spans_are_those_of_careful_reading(found: list[tuple]) -> None:
    builder = RecordBatchBuilder(base_offset=9)
    fill(builder, found)
    batch = RecordBatch.parse(builder.build())
    payload, position = batch.payload()
    spans = list(batch.spans(payload, position))
    assert [span.header_count for span in spans] == [len(row[3]) for row in found]
    for index, span in enumerate(spans):
        base = RecordBase(*batch._base())
        wanted = inspect_record(payload, position, base, index=index, lenient=False)
        # where there are none, it does not matter where headers would begin
        assert span == wanted
        position = span.end


@pytest.mark.parametrize("seed", range(10))
def test_damaged_records(seed: int) -> None:
    rng = random.Random(seed)
    pairs = varint(2) + part(b"k") + part(None) + part(b"") + part(b"v" * 80)
    good = b"".join(
        simple_record(index, b"x" * 20)
        + record(b"\0", varint(0), varint(index), part(b"key"), part(b"v"), pairs)
        for index in range(4)
    )
    for _ in range(100):
        place = rng.randrange(len(good))
        payload = good[:place] + bytes([rng.choice([0, 1, 3, 0x80, 0xFF])]) + good[place + 1 :]
        for lenient in (False, True):
            assert scanned(payload, 8, lenient=lenient) == inspected(payload, 8, lenient=lenient)


def scanned(payload: bytes, count: int, *, lenient: bool) -> list[object]:
    found: list[object] = []
    try:
        found.extend(iter_spans(payload, 0, count, BASE, lenient=lenient))
    except DecodeError as error:
        found.append((error.path, error.offset))
    return found


def inspected(payload: bytes, count: int, *, lenient: bool) -> list[object]:
    found: list[object] = []
    position = 0
    try:
        for index in range(count):
            span = inspect_record(payload, position, BASE, index=index, lenient=lenient)
            position = span.end
            if index == count - 1 and position != len(payload):
                found.append((f"records[{count}]", position))
                break
            found.append(span)
    except DecodeError as error:
        found.append((error.path, error.offset))
    return found


def test_lenient_is_asked_for() -> None:
    payload = record(b"\0", varint(0), varint(0), varint(-4), part(b"v"), varint(0))
    batch = RecordBatch(batch_of(payload, 1))
    with pytest.raises(CorruptRecordError):
        list(batch.spans(*batch.payload()))
    (span,) = batch.spans(*batch.payload(), lenient=True)
    assert isinstance(span, RecordSpan)
    assert (span.key_size, span.value_size) == (-1, 1)
