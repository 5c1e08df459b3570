from __future__ import annotations

import pytest

from kraft_spark.files.store import Store
from kraft_spark.writing.log_writer import RecordOrderError, SegmentWriter
from kraft_spark.writing.options import parse_write_options
from tests.spark.log_rows import ms, rows


def writer(folder, **options):
    texts = {name: str(value) for name, value in options.items()}
    parsed = parse_write_options({"path": str(folder), **texts})
    return SegmentWriter(Store(), str(folder), parsed, "orders", 3)


def fill(one, count=500, value=b"v" * 50):
    for number in range(count):
        one.append(None, 1_000 + number, b"%d" % number, value, ())
    return one.close()


@pytest.mark.parametrize("codec", ["none", "gzip", "snappy", "lz4", "zstd"])
def test_what_is_written_is_read(tmp_path, codec):
    (segment,) = fill(writer(tmp_path, compression=codec, batchBytes=1_000))
    assert (segment.base, segment.end, segment.topic, segment.partition) == (0, 500, "orders", 3)
    found = rows(tmp_path, "*")
    assert [row["offset"] for row in found] == list(range(500))
    assert [row["key"] for row in found] == [b"%d" % number for number in range(500)]
    assert [ms(row["timestamp"]) for row in found] == [1_000 + number for number in range(500)]
    assert {row["compressionType"] for row in found} == {codec}
    assert len({row["batchBaseOffset"] for row in found}) > 10


def test_indexes_fit(tmp_path):
    fill(writer(tmp_path, batchBytes=1_000))
    (row,) = rows(tmp_path, view="files")
    assert (row["indexMismatches"], row["timeIndexMismatches"]) == (0, 0)
    folder = tmp_path / "orders-3"
    assert (folder / f"{0:020}.index").stat().st_size >= 5 * 8
    assert (folder / f"{0:020}.timeindex").stat().st_size >= 5 * 12


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
        one.append(offset, -1, None, None, (("h", None),))
    segments = one.close()
    assert [segment.base for segment in segments] == [5, 9 + 2**31, 2**40]
    assert [row["offset"] for row in rows(tmp_path)] == [5, 9, 9 + 2**31, 2**40]


def test_offsets_must_ascend(tmp_path):
    one = writer(tmp_path)
    one.append(5, 1, None, b"", ())
    with pytest.raises(RecordOrderError, match="orders-3: offset 5 where 6 or more"):
        one.append(5, 1, None, b"", ())


def test_no_indexes_unless_asked_for(tmp_path):
    (segment,) = fill(writer(tmp_path, writeIndex=False))
    assert segment.endings == (".log",)
    assert [path.suffix for path in (tmp_path / "orders-3").iterdir()] == [".log"]


def test_nothing_to_write(tmp_path):
    assert writer(tmp_path).close() == []
