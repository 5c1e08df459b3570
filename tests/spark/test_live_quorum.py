"""`kraft_quorum` in Spark against Kafka's controllers, compared with what kafka-dump-log prints."""

from __future__ import annotations

import itertools
import json

import pytest

from kraft_wire.records.batch_reader import iter_batches
from tests.conformance.metadata_writes import PASSWORD, Writer
from tests.conformance.quorum import running_quorum
from tests.conformance.test_tail import dumped, snapshots_of
from tests.spark.log_rows import ms
from tests.spark.quorum_stream import Stream, batch, place_of
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.spark, pytest.mark.kafka, pytest.mark.timeout(900)]

SEGMENT = "00000000000000000000.log"
PATIENT = "controller.quorum.fetch.timeout.ms=8000"
"""Controllers that share two cores with Spark get no turn for a while, and elect another leader."""


def as_dumped(rows):
    """Rows in the form of what the tests make of kafka-dump-log, in order."""
    found = []
    for row in sorted(rows, key=lambda one: one.offset):
        line = {
            "offset": row.offset,
            "epoch": row.epoch,
            "timestamp": round(row.timestamp.timestamp() * 1000),
        }
        if row.isControl:
            line["control"] = row.recordType
        else:
            line["metadata"] = (row.recordType, row.recordVersion, json.loads(row.decoded))
        found.append(line)
    return found


def wanted(lines):
    """The dump in the same form, without what an idle quorum writes."""
    found = []
    for line in lines:
        kept = {name: line[name] for name in ("offset", "epoch", "timestamp")}
        if "control" in line:
            kept["control"] = line["control"]["type"]
        else:
            record = line["metadata"]
            if record["type"] == "NO_OP_RECORD":
                continue
            kept["metadata"] = (record["type"], record["version"], record["data"])
        found.append(kept)
    return found


def test_through_a_leader_kill_every_record_of_the_log_once(spark, release, tmp_path):
    with (
        running_quorum(release, 3, tmp_path / "quorum", [PATIENT]) as quorum,
        Writer(quorum.bootstrap, quorum.cluster_id) as writer,
    ):
        # one address is enough: the others are learnt of the leader
        one = quorum.controllers[0].endpoint
        stream = Stream(spark, one, tmp_path, includeSecrets="true", maxOffsetsPerTrigger="20")
        query = stream.start()
        writer.everything("before")
        _, epoch = wait_until(lambda: place_of(query)[0] and place_of(query), "the first rows")
        killed = quorum.leader()
        killed.kill()
        writer.everything("between-leaders")
        wait_until(lambda: place_of(query)[1] > epoch, "rows of a new leader")
        killed.start()
        writer.everything("after-the-restart")
        assert query.isActive
        query.stop()
        end_offset = writer.end_offset()
        stream.drain()
        rows = [row for row in stream.rows() if row.offset < end_offset]
        check_batch_reads(spark, quorum, rows, end_offset)
        check_status(spark, quorum)
        check_refusals(spark, quorum, rows)
        leader = quorum.leader()
        quorum.kill()
    log = dumped(release, leader.metadata_folder / SEGMENT)
    expected = wanted(line for line in log if line["offset"] < end_offset)
    assert len(expected) > 40
    assert len({line["epoch"] for line in expected}) >= 2
    assert as_dumped(rows) == expected
    assert {row.clusterId for row in rows} == {quorum.cluster_id}


def check_batch_reads(spark, quorum, rows, end_offset):
    """A batch read gives the same; without `includeSecrets` no secret is to be seen."""
    options = {"startingOffsets": "earliest", "endingOffsets": str(end_offset)}
    shown = batch(spark, quorum.bootstrap, includeSecrets="true", **options).collect()
    assert as_dumped(shown) == as_dumped(rows)
    hidden = batch(spark, quorum.bootstrap, **options).collect()
    assert PASSWORD in str(shown)
    assert PASSWORD not in str(hidden)
    names = batch(spark, quorum.bootstrap, "name STRING", recordType="TopicRecord").collect()
    assert {row.name for row in names} == {
        f"topic-{mark}" for mark in ("before", "between-leaders", "after-the-restart")
    }


def check_status(spark, quorum):
    """The replicas are as Kafka's tool tells them; what moves stands between two reads of ours."""
    before, told, after = (
        status_rows(spark, quorum),
        {line.split()[0]: line.split() for line in described(quorum)},
        status_rows(spark, quorum),
    )
    assert set(before) == set(told) == set(after) == {"1", "2", "3"}
    for node, (_, directory_id, *moving, status) in told.items():
        assert (before[node].directoryId, before[node].status) == (directory_id, status)
        end, _, fetched, caught_up = map(int, moving)
        assert before[node].logEndOffset <= end <= after[node].logEndOffset
        assert ms(before[node].lastFetchTimestamp) <= fetched <= ms(after[node].lastFetchTimestamp)
        times = (ms(row.lastCaughtUpTimestamp) for row in (before[node], after[node]))
        assert next(times) <= caught_up <= next(times)
    (leader,) = (row for row in after.values() if row.status == "Leader")
    assert leader.nodeId == leader.leaderId == quorum.leader().node_id
    assert leader.leaderEpoch == max(quorum.leader().led_epochs())
    assert 40 < leader.highWatermark <= leader.logEndOffset
    for row in after.values():
        assert row.lag == leader.logEndOffset - row.logEndOffset
        assert row.clusterId == quorum.cluster_id
        (endpoint,) = row.endpoints
        assert endpoint.port == quorum.controllers[row.nodeId - 1].port


def status_rows(spark, quorum):
    rows = batch(spark, quorum.bootstrap, view="status").collect()
    return {str(row.nodeId): row for row in rows}


def described(quorum):
    return [line for line in quorum.describe_replication().splitlines()[1:] if line.strip()]


def check_refusals(spark, quorum, rows):
    """A place that the log does not have, and another cluster, are errors."""
    ordered = sorted(rows, key=lambda row: row.offset)
    offset = next(
        after.offset for before, after in itertools.pairwise(ordered) if before.epoch != after.epoch
    )
    place = {"__cluster_metadata": {"0": {"offset": offset + 1, "epoch": ordered[0].epoch}}}
    with pytest.raises(Exception, match="the log was truncated"):
        batch(spark, quorum.bootstrap, startingOffsets=json.dumps(place)).collect()
    with pytest.raises(Exception, match="belongs to another cluster"):
        batch(spark, quorum.bootstrap, clusterId="of-somebody-else").collect()


def test_reader_returns_snapshot_before_log(spark, release, tmp_path):
    often = ["metadata.log.max.record.bytes.between.snapshots=3000"]
    with (
        running_quorum(release, 1, tmp_path / "quorum", often) as quorum,
        Writer(quorum.bootstrap, quorum.cluster_id) as writer,
    ):
        (controller,) = quorum.controllers
        for number in range(6):
            writer.everything(f"{number}" * (number + 1))
        wait_until(lambda: snapshots_of(controller), "a snapshot")
        stream = Stream(spark, quorum.bootstrap, tmp_path, includeSecrets="true")
        stream.drain()
        writer.everything("afterwards")
        end_offset = writer.end_offset()
        stream.drain()
        rows = stream.rows()
        controller.kill()
        log = dumped(release, controller.metadata_folder / SEGMENT)
        in_snapshot = dumped(release, snapshot_of(controller, rows))
        check_truncation(stream, controller, writer)
    of_snapshot = [row for row in rows if row.source == "snapshot"]
    assert len(of_snapshot) > 10
    assert as_dumped(of_snapshot) == wanted(in_snapshot)
    of_log = [row for row in rows if row.source == "log" and row.offset < end_offset]
    end = of_snapshot[0].snapshotEndOffset
    assert as_dumped(of_log) == wanted(line for line in log if end <= line["offset"] < end_offset)
    assert "topic-afterwards" in str(of_log)


def snapshot_of(controller, rows):
    """The file of the one snapshot that rows are of."""
    ((end, epoch),) = {
        (row.snapshotEndOffset, row.snapshotEpoch) for row in rows if row.source == "snapshot"
    }
    return controller.metadata_folder / f"{end:020}-{epoch:010}.checkpoint"


def check_truncation(stream, controller, writer):
    """A controller that comes back with less than it had committed is noticed."""
    cut_before(controller, "topic-afterwards")
    controller.start()
    writer.everything("another-history")
    query = stream.start(availableNow=True)
    with pytest.raises(Exception, match="the log was truncated"):
        query.awaitTermination(120)


def cut_before(controller, name):
    """Take away the batch that has this name in it, all that follows, and newer snapshots."""
    segment = controller.metadata_folder / SEGMENT
    data = segment.read_bytes()
    cut = next(each for each in iter_batches(data, file_rules=True) if name.encode() in bytes(each))
    segment.write_bytes(data[: cut.position])
    for path in controller.metadata_folder.glob("*-*.checkpoint"):
        if int(path.name.partition("-")[0]) > cut.base_offset:
            path.unlink()
