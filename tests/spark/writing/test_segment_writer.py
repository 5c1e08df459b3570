from __future__ import annotations

import struct

import pyarrow as pa
import pytest

from kraft_spark.columns import BYTES, HEADERS, TIMESTAMP
from kraft_spark.files.store import Store
from kraft_spark.log.options import parse_write_options
from kraft_spark.writing.log_writer import (
    LogSegment,
    RecordOrderError,
    SegmentWriter,
    rows_of,
)
from kraft_wire.records import RecordBatchBuilder
from tests.spark.log_rows import ms, rows


def writer(folder, **options):
    texts = {name: str(value) for name, value in options.items()}
    parsed = parse_write_options({"path": str(folder), **texts})
    return SegmentWriter(Store(), str(folder), parsed, "orders", 3)


def fill(one, count=500, value=b"v" * 50):
    for start in range(0, count, 70):  # as Spark gives rows to a task
        numbers = range(start, min(start + 70, count))
        put(
            one,
            timestamp=pa.array([1_000_000 + 1_000 * number for number in numbers], TIMESTAMP),
            key=pa.array([b"%d" % number for number in numbers]),
            value=pa.array([value] * len(numbers)),
        )
    return one.close()


def put(one, **columns):
    one.extend(rows_of(pa.record_batch(columns)))


@pytest.mark.parametrize("codec", ["none", "gzip", "snappy", "lz4", "zstd"])
def test_written_segment_is_read_again(tmp_path, codec):
    (segment,) = fill(writer(tmp_path, compression=codec, batchBytes=1_000))
    assert (segment.base, segment.end, segment.topic, segment.partition) == (0, 500, "orders", 3)
    found = rows(tmp_path, "*")
    assert [row["offset"] for row in found] == list(range(500))
    assert [row["key"] for row in found] == [b"%d" % number for number in range(500)]
    assert [ms(row["timestamp"]) for row in found] == [1_000 + number for number in range(500)]
    assert {row["compressionType"] for row in found} == {codec}
    assert len({row["batchBaseOffset"] for row in found}) > 10


@pytest.mark.parametrize(("size", "entries"), [(4096, []), (4097, [(1, 4097)])])
def test_index_has_an_entry_after_more_bytes_than_the_interval(tmp_path, size, entries):
    """LogSegment.append: bytesSinceLastIndexEntry > indexIntervalBytes, 4096."""
    segment = LogSegment(Store(), str(tmp_path / f"{0:020}"), 0)
    segment.append(b"x" * size, 0, 1)
    segment.append(b"x", 1, 2)
    segment.close(write_index=True)
    index = (tmp_path / f"{0:020}.index").read_bytes()
    assert list(struct.iter_unpack(">ii", index)) == entries


def test_written_indexes_match_the_log(tmp_path):
    fill(writer(tmp_path, batchBytes=1_000))
    (row,) = rows(tmp_path, view="files")
    assert (row["indexMismatches"], row["timeIndexMismatches"]) == (0, 0)
    folder = tmp_path / "orders-3"
    assert (folder / f"{0:020}.index").stat().st_size >= 5 * 8
    assert (folder / f"{0:020}.timeindex").stat().st_size >= 5 * 12


@pytest.mark.parametrize(("batch_bytes", "records"), [(61, 1), (181, 2), (182, 3), (242, 4)])
def test_a_batch_ends_with_the_record_that_reaches_its_size(tmp_path, batch_bytes, records):
    """The header has 61 bytes; a record counts as its value and 10 more, 60 here."""
    one = writer(tmp_path, batchBytes=batch_bytes)
    put(one, value=pa.array([b"v" * 50] * 10))
    one.close()
    bases = [row["batchBaseOffset"] for row in rows(tmp_path, "*")]
    assert bases == [number // records * records for number in range(10)]


def test_segments_have_no_more_bytes_than_allowed(tmp_path):
    segments = fill(writer(tmp_path, batchBytes=1_000, segmentBytes=8_000))
    assert len(segments) > 3
    assert [one.base for one in segments[1:]] == [one.end for one in segments[:-1]]
    found = rows(tmp_path, view="files")
    assert all(row["sizeInBytes"] <= 8_000 for row in found)
    assert {row["offsetGaps"] for row in found} == {0}
    assert sum(row["records"] for row in found) == 500
    assert {row["indexMismatches"] for row in found} == {0}


def test_offsets_may_have_gaps(tmp_path):
    one = writer(tmp_path)
    for offset in (5, 9, 9 + 2**31, 2**40):
        headers = pa.array([[{"key": "h", "value": None}]], HEADERS)
        put(one, offset=pa.array([offset]), value=pa.nulls(1, BYTES), headers=headers)
    segments = one.close()
    assert [segment.base for segment in segments] == [5, 9 + 2**31, 2**40]
    assert [row["offset"] for row in rows(tmp_path)] == [5, 9, 9 + 2**31, 2**40]


def test_offsets_must_ascend(tmp_path):
    one = writer(tmp_path)
    put(one, offset=pa.array([5]), value=pa.array([b""]))
    with pytest.raises(RecordOrderError, match="orders-3: offset 5 where 6 or more"):
        put(one, offset=pa.array([5]), value=pa.array([b""]))
    with pytest.raises(RecordOrderError, match="orders-3: offset 7 where 9 or more"):
        put(one, offset=pa.array([6, 8, 7]), value=pa.array([b"", b"", b""]))
    with pytest.raises(RecordOrderError, match="some have none"):
        put(one, offset=pa.array([9, None]), value=pa.array([b"", b""]))


@pytest.mark.parametrize("batch_bytes", [200, 1_000, 16_384])
def test_bytes_are_those_of_the_batch_builder(tmp_path, batch_bytes):
    """Runs of rows end within batches; headers, nulls and times that go back."""
    one = writer(tmp_path, batchBytes=batch_bytes)
    records = [
        (
            number + number // 100,
            2_000 + (number * 37) % 50,
            None if number % 7 == 0 else b"k" * (number % 90),
            None if number % 11 == 0 else b"v" * (number % 300),
            (("h", b"x"), ("", None)) if number % 5 == 0 else (),
        )
        for number in range(400)
    ]
    for start in range(0, 400, 33):
        offsets, times, keys, values, headers = zip(*records[start : start + 33], strict=True)
        pairs = [[{"key": name, "value": value} for name, value in each] for each in headers]
        put(
            one,
            offset=pa.array(offsets),
            timestamp=pa.array([1_000 * time for time in times], TIMESTAMP),
            key=pa.array(keys, BYTES),
            value=pa.array(values, BYTES),
            headers=pa.array([pair or None for pair in pairs], HEADERS),
        )
    one.close()
    data = (tmp_path / "orders-3" / f"{0:020}.log").read_bytes()
    place = start = 0
    while place < len(data):
        size = 12 + int.from_bytes(data[place + 8 : place + 12])
        count = int.from_bytes(data[place + 57 : place + 61])
        chosen = records[start : start + count]
        builder = RecordBatchBuilder(base_offset=chosen[0][0], partition_leader_epoch=0)
        for offset, time, key, value, headers in chosen:
            builder.append(time, key, value, headers, offset)
        assert builder.build() == data[place : place + size]
        assert size < batch_bytes + 500
        place, start = place + size, start + count
    assert start == 400


def test_no_indexes_unless_asked_for(tmp_path):
    (segment,) = fill(writer(tmp_path, writeIndex=False))
    assert segment.endings == (".log",)
    assert [path.suffix for path in (tmp_path / "orders-3").iterdir()] == [".log"]


def test_writer_without_rows_writes_no_segment(tmp_path):
    assert writer(tmp_path).close() == []
