from __future__ import annotations

import os

from tests.spark.log_rows import KAFKA, batch, rows, write_log


def test_files_view_describes_healthy_log(tmp_path):
    write_log(tmp_path / "orders-0", batch(0), batch(3))
    path = write_log(tmp_path / "orders-0", batch(8), base=6)
    os.utime(path, (1_000, 1_000))
    first, second = rows(tmp_path, view="files")
    assert first["isLastSegment"] is False
    assert first["endOffset"] == 6
    moments = {
        name: second.pop(name).timestamp()
        for name in ("modificationTime", "minTimestamp", "maxTimestamp")
    }
    assert moments == {"modificationTime": 1_000, "minTimestamp": 1.008, "maxTimestamp": 1.01}
    assert second == {
        "path": path.as_uri(),
        "kind": "segment",
        "topic": "orders",
        "partition": 0,
        "topicId": None,
        "sizeInBytes": len(batch(8)),
        "baseOffset": 6,
        "firstOffset": 8,
        "lastOffset": 10,
        "endOffset": 11,
        "batches": 1,
        "records": 3,
        "snapshotEndOffset": None,
        "snapshotEpoch": None,
        "isLastSegment": True,
        "validBytes": len(batch(8)),
        "trailingBytes": 0,
        "trailingKind": None,
        "badRegions": 0,
        "badBytes": 0,
        "crcFailures": 0,
        "offsetGaps": 1,
        "outOfOrderBatches": 0,
        "indexMismatches": None,
        "timeIndexMismatches": None,
        "error": None,
    }


def test_an_empty_segment_ends_where_it_begins(tmp_path):
    write_log(tmp_path / "orders-0", base=6)
    (row,) = rows(tmp_path, view="files")
    assert (row["endOffset"], row["lastOffset"], row["batches"]) == (6, None, 0)
    write_log(tmp_path / "orders-0", batch(9), base=9)
    assert rows(tmp_path, view="files")[1]["offsetGaps"] == 1


def test_damage_never_fails(tmp_path):
    wrong = bytearray(batch(3))
    wrong[-1] ^= 1
    data = [batch(0), bytes(wrong), batch(6), b"\xff" * 80, batch(9), batch(12)[:-3]]
    write_log(tmp_path / "orders-0", *data)
    (row,) = rows(tmp_path, view="files")
    assert (row["badRegions"], row["badBytes"]) == (2, len(wrong) + 80)
    assert (row["crcFailures"], row["batches"], row["records"]) == (1, 4, 9)
    assert (row["trailingBytes"], row["trailingKind"]) == (len(data[-1]), "torn batch")
    assert row["validBytes"] + row["badBytes"] + row["trailingBytes"] == row["sizeInBytes"]
    assert row["offsetGaps"] == 1


def test_indexes_are_held_against_the_log(tmp_path):
    one, two = batch(0), batch(3)
    path = write_log(tmp_path / "orders-0", one, two)
    entry = (5).to_bytes(4) + len(one).to_bytes(4)
    path.with_suffix(".index").write_bytes(entry + bytes(80))
    times = (1_005).to_bytes(8) + (5).to_bytes(4)
    path.with_suffix(".timeindex").write_bytes(times + bytes(24))
    (row,) = rows(tmp_path, view="files")
    assert (row["indexMismatches"], row["timeIndexMismatches"]) == (0, 0)
    path.with_suffix(".index").write_bytes(entry + (5).to_bytes(4) + (9).to_bytes(4))
    path.with_suffix(".timeindex").write_bytes(times + (7).to_bytes(8) + (5).to_bytes(4))
    (row,) = rows(tmp_path, view="files")
    assert (row["indexMismatches"], row["timeIndexMismatches"]) == (1, 1)


def test_snapshots_have_an_end_and_an_epoch():
    found = rows(KAFKA / "metadata-log", view="files")
    snapshots = [row for row in found if row["kind"] == "snapshot"]
    assert snapshots
    for row in snapshots:
        assert row["path"].endswith(
            f"{row['snapshotEndOffset']:020}-{row['snapshotEpoch']:010}.checkpoint"
        )
        assert (row["baseOffset"], row["isLastSegment"]) == (None, None)
    assert [row["kind"] for row in found].count("bootstrap") == 1


def test_offset_gaps_of_a_log_in_segments():
    assert {row["offsetGaps"] for row in rows(KAFKA / "topic-segments", view="files")} == {0}
    compacted = rows(KAFKA / "topic-compacted", view="files")
    assert sum(row["offsetGaps"] for row in compacted) > 0
