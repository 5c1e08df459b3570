"""The quick loops give what careful reading gives, for lawful records and for damaged ones."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kraft_wire.errors import CorruptRecordError, DecodeError
from kraft_wire.records import Record, RecordBatch, RecordBatchBuilder
from kraft_wire.records.record import RecordBase
from kraft_wire.records.record_inspection import inspect_record, record_at
from kraft_wire.records.record_reading import check_end, iter_records
from tests.support.record_batches import (
    batch_of,
    fill,
    part,
    record,
    rows,
    simple_record,
    varint,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Outcome = tuple[list[Record], str | None, str | None]

ZERO = varint(0)


def outcome(read: Callable[[], list[Record]], records: list[Record]) -> Outcome:
    try:
        read()
    except DecodeError as error:
        return records, type(error).__name__, error.path
    return records, None, None


def carefully(payload: bytes, position: int, count: int, base: RecordBase) -> Outcome:
    records: list[Record] = []

    def read() -> None:
        place = position
        for index in range(count):
            span = inspect_record(payload, place, base, index=index, lenient=False)
            check_end(payload, span.end, index, count, base)
            records.append(record_at(payload, span))
            place = span.end

    return outcome(read, records)


def quickly(payload: bytes, position: int, count: int, base: RecordBase) -> Outcome:
    records: list[Record] = []
    return outcome(lambda: records.extend(iter_records(payload, position, count, base)), records)


bases = st.builds(
    RecordBase,
    st.sampled_from([0, 77, 1 << 62, 2**63 - 2, -(2**63)]),
    st.sampled_from([0, 1_700_000_000_000, 1 << 62, 2**63 - 2]),
    st.sampled_from([-1, 0, 2**31 - 5]),
    st.sampled_from([None, 99]),
)


@given(rows, bases)
@settings(max_examples=150, deadline=None)
def test_valid_records_are_read_alike_by_both_readers(found: list[tuple], base: RecordBase) -> None:
    builder = RecordBatchBuilder(base_timestamp=0)
    fill(builder, found)
    batch = RecordBatch.parse(builder.build())
    payload, position = batch.payload()
    count = len(found)
    expected = carefully(payload, position, count, base)
    assert quickly(payload, position, count, base) == expected
    assert expected[1:] == (None, None)
    assert [row[1:4] for row in found] == [each[2:5] for each in expected[0]]


@pytest.mark.parametrize("seed", range(40))
def test_damaged_records(seed: int) -> None:
    rng = random.Random(seed)
    pairs = varint(2) + part(b"k") + part(None) + part(b"") + part(b"v" * rng.choice([3, 80]))
    headed = [
        record(b"\0", ZERO, varint(index), part(None), part(b"v"), pairs) for index in range(9)
    ]
    good = headed if seed % 4 == 0 else [
        simple_record(index, rng.choice([None, rng.randbytes(rng.randrange(150))]),
                      rng.choice([None, b"", b"key%d" % index]))
        for index in range(rng.choice([3, 12, 90]))
    ]  # fmt: skip
    base = RecordBase(5, 1000, rng.choice([-1, 2**31 - 4]), rng.choice([None, 7]))
    for _ in range(60):
        payload = bytearray(b"".join(good))
        for _ in range(rng.choice([1, 1, 3])):
            place = rng.randrange(len(payload))
            change = rng.randrange(4)
            if change == 0:
                payload[place] ^= 1 << rng.randrange(8)
            elif change == 1:
                payload[place] = rng.choice([0, 1, 3, 0x7F, 0x80, 0xFF])
            elif change == 2:
                payload.insert(place, rng.choice([0, 1, 0x80]))
            else:
                del payload[place]
        data, count = bytes(payload), len(good)
        assert quickly(data, 0, count, base) == carefully(data, 0, count, base)


def seen_before_refusal(records: Iterator[Record]) -> tuple[int, str | None]:
    """How many records came before the refusal, and the path of that."""
    seen: list[Record] = []
    with pytest.raises(CorruptRecordError) as refusal:
        seen.extend(records)
    return len(seen), refusal.value.path


def test_records_before_the_bad_one_are_given() -> None:
    payload = b"".join(simple_record(index, b"x" * 30) for index in range(20))
    one_header = payload[:-1] + varint(1)
    records = iter_records(one_header, 0, 20, RecordBase(0, 0, -1, None))
    assert seen_before_refusal(records) == (19, "records[19].headers")


@pytest.mark.parametrize("count", [1, 2, 7, 19])
def test_the_last_record_ends_the_batch(count: int) -> None:
    """Kafka refuses the last record if bytes follow it, so it is not given."""
    payload = b"".join(simple_record(index, b"x") for index in range(20))
    batch = RecordBatch(batch_of(payload, count))
    assert seen_before_refusal(batch.records()) == (count - 1, f"records[{count}]")


@pytest.mark.parametrize("count", [1, 2, 9])
def test_a_record_with_headers_that_says_it_is_longer_than_the_batch(count: int) -> None:
    body = b"\0" + ZERO + ZERO + part(None) + part(b"v") + varint(1) + part(b"k") + part(b"v")
    batch = RecordBatch(batch_of(varint(len(body) + 5) + body, count))
    assert seen_before_refusal(batch.records()) == (0, "records[0].length")


@pytest.mark.parametrize("count", [1, 4, 20])
def test_a_batch_with_too_few_records(count: int) -> None:
    payload = b"".join(simple_record(index, b"x") for index in range(count))
    batch = RecordBatch(batch_of(payload, count + 1))
    assert seen_before_refusal(batch.records()) == (count, f"records[{count}].length")


def test_gaps_and_offsets_that_go_back() -> None:
    deltas = [*range(10), 50, 51, 52, 3, 2, -1, -1, 0, 70, 71, 9000, 9001, 9002]
    payload = b"".join(
        record(b"\0", ZERO, varint(delta), part(None), part(b"v"), ZERO) for delta in deltas
    )
    base = RecordBase(100, 0, 10, None)
    read = list(iter_records(payload, 0, len(deltas), base))
    assert [each.offset for each in read] == [100 + delta for delta in deltas]
    assert quickly(payload, 0, len(deltas), base) == carefully(payload, 0, len(deltas), base)


def test_an_offset_below_the_first_is_not_taken_for_a_late_one() -> None:
    deltas = [*range(10), -8193, 0, 1, 2, -2, 8191, 8192, 3]
    payload = b"".join(
        record(b"\0", ZERO, varint(delta), part(None), part(b"v"), ZERO) for delta in deltas
    )
    read = iter_records(payload, 0, len(deltas), tuple(RecordBase(100, 0, -1, None)))
    assert [each.offset for each in read] == [100 + delta for delta in deltas]


@pytest.mark.parametrize("step", [1 << 13, 1 << 14, 1 << 20, 1 << 21, 1 << 40])
def test_timestamps_that_resemble_the_next_field_are_read(step: int) -> None:
    """The third byte of such a time is what stands in an offset delta."""
    builder = RecordBatchBuilder(base_timestamp=0)
    for index in range(200):
        builder.append(index * step + 1, None, b"value")
    batch = RecordBatch.parse(builder.build())
    assert [each.timestamp for each in batch.records()] == [
        index * step + 1 for index in range(200)
    ]
    assert {(each.key, each.value) for each in batch.records()} == {(None, b"value")}


def test_batch_of_different_records_is_read() -> None:
    builder = RecordBatchBuilder()
    rng = random.Random(4)
    wanted = [(rng.randbytes(rng.randrange(60)), bytes(rng.randrange(3000))) for _ in range(300)]
    for key, value in wanted:
        builder.append(rng.randrange(1 << 20), key, value)
    batch = RecordBatch.parse(builder.build())
    assert [(each.key, each.value) for each in batch.records()] == wanted
