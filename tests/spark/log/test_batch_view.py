from __future__ import annotations

import pytest

from kraft_spark.log.reading import DamagedLogError
from kraft_wire.records import Compression
from tests.spark.log_rows import DATA, KAFKA, batch, ms, rows, write_log


def test_batch_view_has_one_row_per_batch(tmp_path):
    data = batch(
        5,
        3,
        producer_id=7,
        producer_epoch=1,
        base_sequence=2**31 - 2,
        is_transactional=True,
        compression=Compression.LZ4,
    )
    path = write_log(tmp_path / "orders-1", batch(0), data)
    row = rows(path, "*", view="batches")[1]
    assert ms(row.pop("baseTimestamp")) == 1_005
    assert ms(row.pop("maxTimestamp")) == 1_007
    state = {name: row.pop(name) for name in ("segment", "logStartOffset", "lastStableOffset")}
    assert state == {"segment": 0, "logStartOffset": 0, "lastStableOffset": 5}
    assert row.pop("crc") == int.from_bytes(data[17:21])
    assert row == {
        "topic": "orders",
        "partition": 1,
        "baseOffset": 5,
        "lastOffset": 7,
        "count": 3,
        "baseSequence": 2**31 - 2,
        "lastSequence": 0,
        "producerId": 7,
        "producerEpoch": 1,
        "partitionLeaderEpoch": 1,
        "isTransactional": True,
        "isControl": False,
        "deleteHorizonMs": None,
        "position": len(batch(0)),
        "timestampType": 0,
        "sizeInBytes": len(data),
        "magic": 2,
        "compressionType": "lz4",
        "isValid": True,
        "source": "log",
        "path": path.as_uri(),
        "topicId": None,
        "snapshotEndOffset": None,
        "snapshotEpoch": None,
    }


def test_delete_horizon_replaces_the_base_timestamp(tmp_path):
    path = write_log(tmp_path / "orders-1", batch(5, 1, delete_horizon_ms=99_000))
    (row,) = rows(path, view="batches")
    assert (row["deleteHorizonMs"], row["baseTimestamp"]) == (99_000, None)


def test_batches_of_snapshots_know_their_snapshot():
    schema = "source STRING, snapshotEndOffset BIGINT, snapshotEpoch INT, path STRING"
    found = rows(KAFKA / "metadata-log", schema, view="batches")
    for row in found:
        if row["source"] == "snapshot":
            stem = row["path"].rsplit("/", 1)[1].removesuffix(".checkpoint")
            assert stem == f"{row['snapshotEndOffset']:020}-{row['snapshotEpoch']:010}"
    assert {row["source"] for row in found} == {"log", "snapshot", "bootstrap"}


def test_old_formats_have_no_counts():
    for row in rows(DATA / "3.9.2" / "legacy-magic", view="batches"):
        assert (row["count"] is None) is (row["magic"] < 2)
        assert (row["timestampType"] == -1) is (row["magic"] == 0)


def test_bytes_without_a_header_follow_the_mode(tmp_path):
    path = write_log(tmp_path / "orders-1", batch(0), b"\xff" * 99, batch(3))
    with pytest.raises(DamagedLogError):
        rows(path, view="batches")
    for mode in ("PERMISSIVE", "DROPMALFORMED"):
        assert len(rows(path, view="batches", mode=mode)) == 2


def test_offsets_choose_whole_batches(tmp_path):
    path = write_log(tmp_path / "orders-1", batch(0), batch(3), batch(6))
    found = rows(path, view="batches", startingOffsets=4, endingOffsets=6)
    assert [row["baseOffset"] for row in found] == [3]


def test_many_batches_come_in_pieces(tmp_path):
    path = write_log(tmp_path / "orders-1", *(batch(3 * number) for number in range(5)))
    assert len(rows(path, view="batches", maxRecordsPerBatch=2)) == 5
