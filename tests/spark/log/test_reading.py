from __future__ import annotations

import gc
import struct

import crc32c
import pyarrow as pa
import pytest

from kraft_spark.decoding import decoded_batches as decoding
from kraft_spark.files import segment_scan
from kraft_spark.log import reading
from kraft_spark.log.read_plan import plan
from kraft_spark.log.views import picked_columns, reader_of
from kraft_wire.records import Compression
from tests.spark.log_rows import KAFKA, batch, batches_of, options_of, rows, write_log

LOG = [batch(3 * number, 3) for number in range(10)]


def offsets(path, **options):
    return [row["offset"] for row in rows(path, "offset BIGINT", **options)]


def test_offsets_are_cut_inside_batches(tmp_path):
    path = write_log(tmp_path / "orders-0", *LOG)
    assert offsets(path, startingOffsets=4, endingOffsets=8) == [4, 5, 6, 7]
    assert offsets(path, startingOffsets='{"orders": {"0": 28}}') == [28, 29]
    other = '{"other": {"0": 28}}'
    assert len(offsets(path, startingOffsets=other, allowEmpty=True)) == 30
    assert offsets(path, startingOffsets="latest") == []
    assert offsets(path, endingOffsets="earliest") == []


@pytest.mark.parametrize("most", [1, 2, 7, 50_000])
def test_batches_of_arrow_have_no_more_rows_than_allowed(tmp_path, most):
    path = write_log(tmp_path / "orders-0", *LOG)
    found = batches_of(path, maxRecordsPerBatch=most)
    assert max(one.num_rows for one in found) <= most
    assert [value.as_py() for one in found for value in one["offset"]] == list(range(30))


def test_batches_of_arrow_have_no_more_bytes_than_allowed(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "BYTES_PER_BATCH", 1_000)
    path = write_log(tmp_path / "orders-0", batch(0, 9, value=b"x" * 400))
    assert [one.num_rows for one in batches_of(path, "value BINARY")] == [2, 2, 2, 2, 1]


@pytest.mark.parametrize("view", ["records", "batches", "metadata"])
def test_read_pieces_are_released(tmp_path, view, monkeypatch):
    """No cycle holds a piece of a file until the collector comes."""
    monkeypatch.setattr(
        segment_scan.SegmentScan.__init__,
        "__kwdefaults__",
        {**segment_scan.SegmentScan.__init__.__kwdefaults__, "chunk_bytes": 64 << 10},
    )
    path = write_log(tmp_path / "orders-0", *(batch(n, 1, value=bytes(60_000)) for n in range(40)))
    options = options_of(path, view=view)
    picked = picked_columns(options)
    (task,) = plan(options)
    gc.collect()
    gc.disable()
    try:
        before, most = pa.total_allocated_bytes(), 0
        for _ in reader_of(options, picked).read(task):
            most = max(most, pa.total_allocated_bytes() - before)
    finally:
        gc.enable()
    assert 0 < most < 1_000_000


def test_control_batches_only_if_asked_for():
    folder = KAFKA / "topic-txn"
    with_control = rows(folder, "isControl BOOLEAN", includeControl=True)
    assert sum(row["isControl"] for row in with_control) > 0
    without = rows(folder, "isControl BOOLEAN")
    assert len(without) == len(with_control) - sum(row["isControl"] for row in with_control)


def test_deleted_file_is_reported_or_ignored(tmp_path):
    path = write_log(tmp_path / "orders-0", *LOG)
    for ignoring in (False, True):
        options = options_of(tmp_path, ignoreMissingFiles=ignoring)
        path.write_bytes(b"".join(LOG))
        (task,) = plan(options)
        path.unlink()
        reader = reader_of(options, picked_columns(options))
        if ignoring:
            assert list(reader.read(task)) == []
        else:
            with pytest.raises(FileNotFoundError):
                list(reader.read(task))


def test_a_batch_that_unpacks_to_too_much_is_damage(tmp_path):
    bomb = batch(3, 3, value=bytes(90_000), compression=Compression.GZIP)
    path = write_log(tmp_path / "orders-0", batch(0), bomb, batch(6))
    found = rows(path, mode="PERMISSIVE", maxDecompressedBatchBytes=50_000)
    assert [row["offset"] for row in found] == [0, 1, 2, None, 6, 7, 8]
    assert "exceeds the limit when decompressed" in found[3]["errorReason"]
    assert found[3]["errorPosition"] == len(batch(0))
    assert len(rows(path)) == 9


def test_any_split_gives_the_same_rows():
    for case in ("topic-segments", "topic-compacted", "topic-txn", "topic-mixed-codecs"):
        whole = rows(KAFKA / case, "*", includeHeaders=True)
        for most in (1, 500, 3_000):
            assert rows(KAFKA / case, "*", includeHeaders=True, maxPartitionBytes=most) == whole


def test_the_view_of_records_skips_checkpoints():
    found = rows(KAFKA / "metadata-log", "path STRING", includeControl=True)
    assert {row["path"].rsplit(".", 1)[1] for row in found} == {"log"}


@pytest.mark.parametrize("case", ["topic-none", "topic-zstd", "topic-compacted-txn", "topic-txn"])
def test_columns_without_bodies_are_the_same(case):
    schema = "path STRING, offset BIGINT, timestamp TIMESTAMP, sequence INT"
    without = rows(KAFKA / case, schema, includeControl=True)
    full = rows(KAFKA / case, schema + ", value BINARY", includeControl=True)
    assert without == [{k: v for k, v in row.items() if k != "value"} for row in full]
    assert without


def test_offsets_alone_walk_no_headers_and_no_values(tmp_path, monkeypatch):
    headers = [("a", b"1"), ("b", None)]
    path = write_log(tmp_path / "orders-0", *(batch(9 * n, 9, headers=headers) for n in range(50)))
    read = []
    varints = decoding.varints
    monkeypatch.setattr(
        decoding,
        "varints",
        lambda *given, **how: (read.append(1), varints(*given, **how))[1],
    )
    monkeypatch.setattr(decoding, "_past_headers", lambda *_: pytest.fail("headers"))
    assert len(rows(path, "offset BIGINT, timestamp TIMESTAMP")) == 450
    assert len(read) <= 3


def test_times_that_spark_has_no_timestamp_for_are_in_timestamp_ms(tmp_path):
    """Producers that write micro- or nanoseconds; -1 is a record without a time."""
    times = [1_764_064_800_000, 1_764_064_800_000_000, 1_764_064_800_000_000_000, -1]
    write_log(tmp_path / "orders-0", batch(0, 4, times=times))
    found = rows(tmp_path, "timestamp TIMESTAMP, timestampMs BIGINT")
    assert [row["timestampMs"] for row in found] == times
    assert [row["timestamp"] is None for row in found] == [False, True, True, True]


def emptied(base, codec):
    """Return the empty batch that compaction leaves of a batch without records."""
    fields = struct.pack(">hiqqqhii", codec, 4, 0, 1_000, -1, -1, -1, 0)
    body = struct.pack(">iBI", 1, 2, crc32c.crc32c(fields)) + fields
    return struct.pack(">qi", base, len(body)) + body


@pytest.mark.parametrize("codec", range(5))
def test_batch_that_compaction_has_emptied_keeps_its_codec(tmp_path, codec):
    write_log(tmp_path / "orders-0", batch(0), emptied(3, codec), batch(8))
    assert [row["offset"] for row in rows(tmp_path)] == [0, 1, 2, 8, 9, 10]
