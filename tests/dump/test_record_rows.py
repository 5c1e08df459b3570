"""The records of a batch as rows."""

from __future__ import annotations

import random
from pathlib import Path
from struct import Struct

import pytest

from kraft_core.cli.dump import records
from kraft_core.cli.dump.batches import BatchHeader, LogFile
from kraft_core.cli.dump.records import key_of, row_runs, value_of
from kraft_core.cli.dump.report import StoppedError
from kraft_wire.errors import CorruptRecordError
from kraft_wire.records import RecordBatch
from kraft_wire.records.batch import BATCH_OVERHEAD
from kraft_wire.records.record import RecordBase
from kraft_wire.records.record_inspection import header_spans
from kraft_wire.records.record_reading import iter_spans
from tests.fuzz import mutation
from tests.support.record_batches import random_batch
from tests.support.segments import batch_of, record, varint

CASES = Path(__file__).parents[1] / "data" / "kafka"


def rows_of(data):
    """All rows, and what is wrong behind them."""
    rows = []
    try:
        for run in row_runs(data, BATCH_OVERHEAD, header_of(data)):
            rows += run
    except StoppedError as stopped:
        return rows, stopped.reason
    return rows, None


HEADER = Struct(">qiibIhiqqqhii")


def header_of(data):
    return BatchHeader._make(HEADER.unpack(data[:BATCH_OVERHEAD]))


@pytest.mark.parametrize("size", [0, 1, 63, 64, 200, 8191, 8192, 70_000])
def test_lengths_of_all_sizes(size):
    key, value = b"k" * size, b"v" * size
    data = batch_of([record(0, key, value), record(1, None, None), record(300, value, key)])
    rows, fault = rows_of(data)
    assert fault is None
    assert [(row[0], row[2], row[4]) for row in rows] == [
        (0, size, size),
        (1, -1, -1),
        (300, size, size),
    ]
    assert [key_of(data, row) for row in rows] == [key, None, value]
    assert [value_of(data, row) for row in rows] == [value, None, key]


@pytest.mark.parametrize("delta", [0, 1, -1, 63, 64, -65, 8192, 10**6, -(10**9), 2**40, -(2**62)])
def test_timestamp_delta_counts_from_the_base(delta):
    rows, _ = rows_of(batch_of([record(0, None, b"", time_delta=delta)]))
    assert rows[0][1] == 1_700_000_000_000 + delta


def test_offsets_and_timestamps_wrap_as_in_java():
    data = batch_of(
        [record(1, None, b"", time_delta=2**63 - 1), record(2, None, b"", time_delta=1)],
        base_offset=2**63 - 2,
        base_timestamp=2**63 - 1,
    )
    rows, _ = rows_of(data)
    assert [row[:2] for row in rows] == [(2**63 - 1, -2), (-(2**63), -(2**63))]


def test_the_append_time_is_that_of_all():
    data = batch_of(
        [record(0, None, b"", time_delta=5), record(1, None, b"")], attributes=8, max_timestamp=77
    )
    assert [row[1] for row in rows_of(data)[0]] == [77, 77]


def test_headers_can_be_null_empty_or_not_utf_8():
    headers = ((b"a", b"1"), ("ü".encode(), None), (b"", b""), (b"\xff", b"x" * 100))
    rows, fault = rows_of(batch_of([record(0, None, b"", headers=headers)]))
    assert fault is None
    assert rows[0][6] == (("a", b"1"), ("ü", None), ("", b""), ("\udcff", b"x" * 100))


def test_lengths_below_minus_one_are_null():
    body = b"\0\0\0" + varint(-2) + varint(-500) + b"\0"
    rows, fault = rows_of(batch_of([varint(len(body)) + body]))
    assert fault is None
    assert (rows[0][2], rows[0][4]) == (-1, -1)


GOOD = record(0, b"key", b"value", headers=[(b"h", b"1")])


@pytest.mark.parametrize(
    ("bad", "fault"),
    [
        (GOOD[:-1], "beyond its batch"),
        (varint(len(GOOD)) + GOOD[1:], "record of 19 bytes"),
        (varint(len(GOOD) - 2) + GOOD[1:], "record of"),
        (varint(-3) + GOOD[1:], "record of -3 bytes"),
        (b"\x80\x80\x80\x80\x80\x00", "more than five"),
        (varint(20) + b"\0" + b"\x80" * 10 + bytes(9), "more than ten"),
        (varint(6) + b"\0\0\0\1\1" + varint(-1), "counts -1 headers"),
        (varint(7) + b"\0\0\0\1\1" + varint(5) + b"\0", "counts 5 headers"),
        (varint(8) + b"\0\0\0\1\1" + varint(1) + varint(-1) + b"\1", "header has -1 bytes"),
        (varint(8) + b"\0\0\0\1\1" + varint(1) + varint(60) + b"\1", "beyond its batch"),
        (GOOD + b"\0", "more bytes than its records"),
    ],
)
def test_a_bad_record_ends_the_reading(bad, fault):
    rows, found = rows_of(batch_of([GOOD, bad], count=2))
    assert len(rows) == 1
    assert fault in found


@pytest.mark.parametrize(("count", "fault"), [(-1, "counts -1 records"), (3, "beyond its batch")])
def test_a_count_that_lies(count, fault):
    assert fault in rows_of(batch_of([GOOD, record(1, None, b"")], count=count))[1]


def test_a_count_that_is_too_small_hides_the_last():
    rows, fault = rows_of(batch_of([GOOD, record(1, None, b"")], count=1))
    assert rows == []
    assert "more bytes than its records" in fault


def test_many_records_come_in_runs(monkeypatch):
    monkeypatch.setattr(records, "RUN", 3)
    data = batch_of([record(delta, None, b"x") for delta in range(7)])
    runs = list(row_runs(data, BATCH_OVERHEAD, header_of(data)))
    assert [[row[0] for row in run] for run in runs] == [[0, 1, 2], [3, 4, 5], [6]]


def compare_with_spans(data):
    """The careful reader of the wire layer must find what the loop here finds."""
    header = header_of(data)
    base = RecordBase(header.base_offset, header.base_timestamp, -1, header.append_time)
    rows, fault = rows_of(data)
    spans = []
    try:
        spans.extend(
            iter_spans(data, BATCH_OVERHEAD, max(header.record_count, 0), base, lenient=True)
        )
    except CorruptRecordError:
        assert fault is not None
    else:
        assert fault is None or header.record_count < 0
    for row, span in zip(rows, spans, strict=True):
        offset, timestamp, key_size, key, value_size, value, headers = row
        assert (offset, timestamp) == (span.offset, span.timestamp)
        assert (key_size, value_size) == (span.key_size, span.value_size)
        assert key_size < 0 or key == span.key_start
        assert value_size < 0 or value == span.value_start
        parts = [
            (data[start : start + size], None if length < 0 else data[at : at + length])
            for start, size, at, length in header_spans(data, span)
        ]
        assert [text for _, text in headers] == [text for _, text in parts]


def test_agreement_with_the_careful_reader():
    batches = 0
    for case in ("topic-none", "topic-idempotent", "metadata-log", "topic-compacted-txn"):
        for path in sorted((CASES / "4.3.1" / case).rglob("*.log")):
            with LogFile(str(path)) as log:
                for frame in log.frames(0, log.size):
                    data = log.read(frame.position, frame.size)
                    if not header_of(data).codec:
                        compare_with_spans(data)
                        batches += 1
    assert batches > 300


def test_agreement_on_damaged_batches():
    rng = random.Random(7)
    records = [
        record(delta, rng.randbytes(delta), rng.randbytes(3 * delta), time_delta=delta * 70)
        for delta in range(12)
    ]
    records.append(record(12, b"k", b"v", headers=[(b"name", b"text"), (b"other", None)]))
    good = batch_of(records)
    for _ in range(2000):
        data = bytearray(good)
        for _ in range(rng.choice((1, 1, 2))):
            place = rng.randrange(BATCH_OVERHEAD - 4, len(data))
            data[place] = rng.choice((0, 1, 2, 127, 128, 255, rng.randrange(256)))
        compare_with_spans(bytes(data))


def test_the_compiled_engine_gives_the_rows_that_python_gives(monkeypatch):
    rng = random.Random(858)
    faults = 0
    for _ in range(1500):
        batch = RecordBatch(random_batch(rng))
        payload, position = batch.payload()
        sample = mutation.Sample(payload[position:])
        data = mutation.mutate(sample, rng) if rng.random() < 0.9 else sample.data
        offset = rng.choice((0, 77, 2**63 - 1))
        timestamp = rng.choice((0, batch.base_timestamp, -(2**63)))
        whole = HEADER.pack(offset, 0, 0, 2, 0, 0, 0, timestamp, 0, -1, -1, -1, batch.count) + data
        found = []
        for engine in (records._compiled, None):
            with monkeypatch.context() as patch:
                patch.setattr(records, "_compiled", engine)
                found.append(rows_of(whole))
        assert found[0] == found[1], data.hex()
        faults += found[0][1] is not None
    assert faults > 300
