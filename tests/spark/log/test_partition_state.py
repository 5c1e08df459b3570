"""Columns that are the same for a whole partition, and sizes of records."""

from __future__ import annotations

import os
import shutil

import pytest

from kraft_spark.files.store import Store
from kraft_wire.records import RecordBatchBuilder
from tests.spark.log_rows import KAFKA, batch, rows, write_log

TRANSACTION = {"is_transactional": True, "producer_epoch": 0, "base_sequence": 0}
STATE = "logStartOffset BIGINT, lastStableOffset BIGINT"
OPEN = f"{STATE}, openTransactions ARRAY<STRUCT<producerId: BIGINT, firstOffset: BIGINT>>"


def marker(base, producer_id):
    builder = RecordBatchBuilder(
        base_offset=base,
        partition_leader_epoch=1,
        is_control=True,
        is_transactional=True,
        producer_id=producer_id,
        producer_epoch=0,
    )
    builder.append(0, b"\0\0\0\1", b"\0\0\0\0\0\0", ())
    return builder.build()


def test_open_transactions_hold_the_last_stable_offset_back(tmp_path):
    folder = tmp_path / "orders-0"
    write_log(folder, batch(5), batch(8, producer_id=7, **TRANSACTION), base=5)
    write_log(folder, batch(11, producer_id=9, **TRANSACTION), marker(14, 7), batch(15), base=11)
    found = rows(folder, OPEN, view="files")
    assert len(found) == 2
    for row in found:
        assert row == {
            "logStartOffset": 5,
            "lastStableOffset": 11,
            "openTransactions": [{"producerId": 9, "firstOffset": 11}],
        }
    for view in ("records", "batches"):
        (state,) = {tuple(row.values()) for row in rows(folder, STATE, view=view)}
        assert state == (5, 11)
    write_log(
        folder,
        *(batch(11, producer_id=9, **TRANSACTION), marker(14, 7), batch(15), marker(18, 9)),
        base=11,
    )
    (row, _) = rows(folder, OPEN, view="files")
    assert (row["lastStableOffset"], row["openTransactions"]) == (19, [])


def test_the_log_start_offset_is_that_of_the_checkpoint(tmp_path):
    write_log(tmp_path / "orders-0", batch(0), batch(3))
    write_log(tmp_path / "orders-1", batch(0))
    (tmp_path / "log-start-offset-checkpoint").write_text("0\n2\norders-0 0 9\norders 0 4\n")
    found = rows(tmp_path, "partition INT, offset BIGINT, logStartOffset BIGINT")
    assert {(row["partition"], row["logStartOffset"]) for row in found} == {(0, 4), (1, 0)}
    assert [row["offset"] for row in found if row["offset"] >= row["logStartOffset"]] == [
        *(4, 5, 0, 1, 2),
    ]


def test_the_segment_of_a_record_and_the_size_of_what_it_holds(tmp_path):
    write_log(tmp_path / "orders-0", batch(0, 1, value=b"four"))
    write_log(tmp_path / "orders-0", batch(1, 1, value=None), base=1)
    found = rows(tmp_path, "segment BIGINT, sizeInBytes INT")
    assert [tuple(row.values()) for row in found] == [(0, 5), (1, 1)]
    found = rows(tmp_path, "segment BIGINT, baseOffset BIGINT", view="batches")
    assert [tuple(row.values()) for row in found] == [(0, 0), (1, 1)]


def test_the_state_of_a_log_of_kafka_is_the_same_with_and_without_its_sidecars(tmp_path):
    for case in sorted((KAFKA / "topic-txn").iterdir()):
        if not case.is_dir():
            continue
        copy = shutil.copytree(case, tmp_path / case.name)
        whole = rows(copy, OPEN, view="files")
        for path in (*copy.glob("*.snapshot"), *copy.glob("*.txnindex")):
            path.unlink()
        assert rows(copy, OPEN, view="files") == whole
        assert whole


@pytest.mark.parametrize("view", ["files", "records", "batches"])
def test_a_directory_is_listed_once_and_not_by_each_segment(tmp_path, monkeypatch, view):
    """Each listing has all segments: with one for each, 10,000 segments took 40 minutes."""
    for number in range(40):
        write_log(tmp_path / "orders-0", batch(3 * number), base=3 * number)
    calls = []
    children = Store.children

    def counted(self, folder, **options):
        calls.append(folder)
        return children(self, folder, **options)

    monkeypatch.setattr(Store, "children", counted)
    found = rows(tmp_path, STATE, view=view)
    assert {tuple(row.values()) for row in found} == {(0, 120)}
    assert len(calls) < 8


def test_tasks_of_a_worker_list_a_directory_once_until_it_changes(tmp_path, monkeypatch):
    """With one listing for each task, 4,000 small segments took 25 s."""
    folder = tmp_path / "orders-0"
    for number in range(40):
        write_log(folder, batch(3 * number), base=3 * number)
    os.utime(folder, (1_000_000_000, 1_000_000_000))
    calls = []
    children = Store.children

    def counted(self, folder, **options):
        calls.append(folder)
        return children(self, folder, **options)

    monkeypatch.setattr(Store, "children", counted)
    options = {"view": "files", "minPartitions": 20}
    found = rows(tmp_path, STATE, **options)
    assert {tuple(row.values()) for row in found} == {(0, 120)}
    assert len(calls) < 8
    write_log(folder, batch(117), batch(120), base=117)  # the newest segment grew
    assert {tuple(row.values()) for row in rows(tmp_path, STATE, **options)} == {(0, 123)}
    write_log(folder, batch(123), base=123)  # a new segment
    assert {tuple(row.values()) for row in rows(tmp_path, STATE, **options)} == {(0, 126)}
