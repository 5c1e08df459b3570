"""Tables of the doctor over made logs, and over those of a real broker."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

import kraft_spark
from kraft_spark.log.layout import list_files
from kraft_spark.log.transactions import read_markers
from kraft_wire.messages import OffsetCommitKey, OffsetCommitValue
from kraft_wire.records import RecordBatchBuilder
from kraft_wire.records.coordinator import CoordinatorRecord, encode_coordinator_record
from tests.spark.log.test_transactions import data, marker
from tests.spark.log_rows import KAFKA, batch, options_of, write_log

pytestmark = pytest.mark.spark

DAY_MS = 24 * 3600 * 1000


def dicts(frame):
    return [row.asDict() for row in frame.collect()]


def test_lag_when_a_group_committed(spark, tmp_path):
    write_log(
        tmp_path / "orders-0",
        batch(0, 10, times=[1_000] * 10),
        batch(10, 10, times=[5_000] * 10),
        batch(20, 10, times=[9_000] * 10),
    )
    commits = RecordBatchBuilder(base_offset=0, partition_leader_epoch=1)
    for offset, time in ((10, 2_000), (15, 8_000), (30, 10_000)):
        key = OffsetCommitKey(group="readers", topic="orders", partition=0)
        value = OffsetCommitValue(offset=offset, commit_timestamp=time)
        commits.append(time, *encode_coordinator_record(CoordinatorRecord(1, key, value, 3)))
    write_log(tmp_path / "__consumer_offsets-0", commits.build())
    found = kraft_spark.doctor(spark, str(tmp_path)).lag.sort("time").collect()
    assert [(row.committedOffset, row.logEndOffset, row.lag, row.lagSeconds) for row in found] == [
        (10, 10, 0, 0.0),
        (15, 20, 5, 3.0),
        (30, 30, 0, 0.0),
    ]


def test_lag_of_readers_of_committed_records_ends_at_the_last_stable_offset(spark, tmp_path):
    write_log(tmp_path / "orders-0", batch(0, 4), data(4, 7, count=2), batch(6, 4))
    key = OffsetCommitKey(group="readers", topic="orders", partition=0)
    value = OffsetCommitValue(offset=3, commit_timestamp=5_000)
    commits = RecordBatchBuilder(base_offset=0, partition_leader_epoch=1)
    commits.append(5_000, *encode_coordinator_record(CoordinatorRecord(1, key, value, 3)))
    write_log(tmp_path / "__consumer_offsets-0", commits.build())
    (found,) = kraft_spark.doctor(spark, str(tmp_path)).lag.collect()
    assert (found.lag, found.lastStableOffset, found.committedLag) == (7, 4, 1)


def test_a_transaction_that_holds_the_last_stable_offset(spark, tmp_path):
    write_log(
        tmp_path / "orders-0",
        data(0, 1),
        data(2, 2),
        marker(4, 1, commit=True),
        data(5, 1),
        batch(7, 3, times=[9_000] * 3),
    )
    found = kraft_spark.doctor(spark, str(tmp_path)).open_transactions.sort("firstOffset")
    names = ("producerId", "firstOffset", "lastStableOffset", "holdsLastStableOffset", "heldBack")
    assert [tuple(row[name] for name in names) for row in dicts(found)] == [
        (2, 2, 2, True, 8),
        (1, 5, 2, False, 8),
    ]


def test_storage_by_topic_and_day(spark, tmp_path):
    day = 20_000 * DAY_MS
    one = batch(0, 2, times=[day, day + 1])
    two = batch(2, 3, times=[day + DAY_MS] * 3)
    write_log(tmp_path / "orders-0", one, two)
    found = kraft_spark.doctor(spark, str(tmp_path)).storage.sort("day").collect()
    first = date(1970, 1, 1) + timedelta(days=20_000)
    assert [(row.topic, row.day, row.bytes, row.records) for row in found] == [
        ("orders", first, len(one), 2),
        ("orders", first + timedelta(days=1), len(two), 3),
    ]


def test_doctor_reports_remaining_compaction(spark, tmp_path):
    # keys of the batches are their offsets: written twice from 0 on, they are superseded
    write_log(tmp_path / "orders-0", batch(0, 4, value=b"x" * 10))
    again = RecordBatchBuilder(base_offset=4, partition_leader_epoch=1)
    again.append(1, b"0", b"y")
    again.append(1, b"1", None)
    (tmp_path / "orders-0" / f"{4:020}.log").write_bytes(again.build())
    (row,) = dicts(kraft_spark.doctor(spark, str(tmp_path)).compaction)
    names = ("records", "keys", "superseded", "deletedKeys", "valueBytes", "liveValueBytes")
    assert tuple(row[name] for name in names) == (6, 4, 2, 1, 41, 21)
    assert row["effectiveness"] == pytest.approx(4 / 6)


def test_retention_estimates_the_next_deletion(spark, tmp_path):
    day = 20_000 * DAY_MS
    segments = [batch(n, 1, times=[day + n * DAY_MS]) for n in range(3)]
    for number, one in enumerate(segments):
        write_log(tmp_path / "orders-0", one, base=number)
    write_log(tmp_path / "forever-0", segments[0])
    doctor = kraft_spark.doctor(spark, str(tmp_path))
    rows = {
        row["topic"]: row for row in dicts(doctor.retention({"forever": -1}, default_ms=4 * DAY_MS))
    }
    orders = rows["orders"]
    next_deletion = datetime.fromtimestamp(day / 1000, UTC) + timedelta(days=4)
    assert orders["nextDeletion"].replace(tzinfo=UTC) == next_deletion
    assert orders["nextDeletionBytes"] == len(segments[0])
    assert orders["bytesPerDay"] == pytest.approx(sum(map(len, segments)) / 2)
    assert orders["steadyBytes"] == pytest.approx(2 * sum(map(len, segments)))
    assert rows["forever"]["nextDeletion"] is None


def test_open_transactions_of_a_broker_are_those_that_readers_stop_at(spark):
    path = KAFKA / "topic-txn"
    doctor = kraft_spark.doctor(spark, str(path))
    held = {
        row["partition"]: row["lastStableOffset"]
        for row in dicts(doctor.open_transactions)
        if row["holdsLastStableOffset"]
    }
    options = options_of(path)
    groups = {}
    for file in list_files(options).files:
        groups.setdefault(file.owner.partition, []).append(file)
    ends = {number: read_markers(files, options).last_stable for number, files in groups.items()}
    assert held == {number: end for number, end in ends.items() if end is not None}
    assert doctor.storage.count() >= 1
