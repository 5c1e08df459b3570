"""What `kraft_quorum` fetches of Kafka's controllers and decodes, against kafka-dump-log.

Without Spark: the feed is driven as Spark drives it, and every micro-batch is made a second time
from its stored offsets, as after a crash.
"""

from __future__ import annotations

import itertools
import json
import time
from contextlib import closing

import pytest

from kraft_core.client import Client
from kraft_spark.quorum.feed import QuorumFeed
from kraft_spark.quorum.log import Limits, StreamOffset
from kraft_spark.quorum.options import parse_quorum_options
from kraft_spark.quorum.views import SliceReader, cluster_id_of, picked_quorum_columns, status_rows
from tests.conformance.metadata_writes import Writer
from tests.conformance.quorum import running_quorum
from tests.conformance.test_tail import dumped, snapshots_of
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(300)]

RELEASES = ("3.9.2", "4.3.1")
LIMITS = Limits(offsets=15, size=8 << 20)


class Query:
    """The micro-batches of a query: their offsets as Spark stores them, and their rows."""

    def __init__(self, bootstrap, **options):
        self.options = parse_quorum_options(
            {"kafka.bootstrap.controllers": bootstrap, "includeSecrets": "true", **options}
        )
        self.client = Client(bootstrap, **self.options.client_options())
        self.cluster_id = cluster_id_of(self.client)
        self.feed = QuorumFeed(self.client, self.options, self.cluster_id)
        self.stored = [json.dumps(self.feed.start().to_json())]
        self.batches = []

    def close(self):
        self.client.close()

    def read_up_to(self, offset):
        """Make micro-batches until everything below an offset was read."""
        deadline = time.monotonic() + 120
        while True:
            start = StreamOffset.of_json(json.loads(self.stored[-1]))
            if start.offset >= offset and not start.is_in_snapshot:
                return
            assert time.monotonic() < deadline, start
            end = self.feed.reach(start, LIMITS)
            if end != start:
                self.batches.append(self.rows_between(self.feed, start, end))
                self.stored.append(json.dumps(end.to_json()))
                self.feed.forget(start)

    def rows_between(self, feed, start, end):
        reader = SliceReader(self.options, picked_quorum_columns(self.options))
        found = reader.read(feed.slices(start, end))
        return [row for batch in found for row in batch.to_pylist()]

    def again(self):
        """Every micro-batch once more, from stored offsets alone, each by a driver of its own."""
        places = [StreamOffset.of_json(json.loads(one)) for one in self.stored]
        found = []
        for start, end in itertools.pairwise(places):
            with Client(self.options.bootstrap, **self.options.client_options()) as client:
                feed = QuorumFeed(client, self.options, self.cluster_id)
                found.append(self.rows_between(feed, start, end))
        return found

    @property
    def rows(self):
        return [row for batch in self.batches for row in batch]


def as_dumped(rows):
    found = []
    for row in rows:
        line = {
            "offset": row["offset"],
            "epoch": row["epoch"],
            "timestamp": round(row["timestamp"].timestamp() * 1000),
        }
        if row["isControl"]:
            line["control"] = row["recordType"]
        else:
            data = json.loads(row["decoded"])
            line["metadata"] = (row["recordType"], row["recordVersion"], data)
        found.append(line)
    return found


def wanted(lines):
    """The dump in the same form, without what an idle quorum writes."""
    found = []
    for line in lines:
        kept = {name: line[name] for name in ("offset", "epoch", "timestamp")}
        record = line.get("metadata")
        if record is None:
            kept["control"] = line["control"]["type"]
        elif record["type"] == "NO_OP_RECORD":
            continue
        else:
            kept["metadata"] = (record["type"], record["version"], record["data"])
        found.append(kept)
    return found


@pytest.mark.parametrize("version", RELEASES)
def test_through_a_leader_kill_every_record_of_the_log_once(version, tmp_path):
    with (
        running_quorum(version, 3, tmp_path / "quorum") as quorum,
        Writer(quorum.bootstrap, quorum.cluster_id) as writer,
        closing(Query(quorum.controllers[0].endpoint)) as query,
    ):
        writer.everything("before")
        query.read_up_to(writer.end_offset())
        killed = quorum.leader()
        killed.kill()
        writer.everything("between-leaders")
        query.read_up_to(writer.end_offset())
        killed.start()
        writer.everything("after-the-restart")
        end_offset = writer.end_offset()
        query.read_up_to(end_offset)
        assert query.again() == query.batches
        told = status_rows(query.client, query.cluster_id)
        assert {row["nodeId"] for row in told} == {1, 2, 3}
        assert [row["status"] for row in told].count("Leader") == 1
        assert query.cluster_id == quorum.cluster_id
        leader = quorum.leader()
        quorum.kill()
    log = dumped(version, leader.metadata_folder / "00000000000000000000.log")
    expected = wanted(line for line in log if line["offset"] < end_offset)
    assert len(expected) > 40
    assert len({line["epoch"] for line in expected}) >= 2
    assert as_dumped(row for row in query.rows if row["offset"] < end_offset) == expected


@pytest.mark.parametrize("version", RELEASES)
def test_reader_returns_snapshot_before_log(version, tmp_path):
    often = ["metadata.log.max.record.bytes.between.snapshots=3000"]
    with (
        running_quorum(version, 1, tmp_path / "quorum", often) as quorum,
        Writer(quorum.bootstrap, quorum.cluster_id) as writer,
    ):
        (controller,) = quorum.controllers
        for number in range(6):
            writer.everything(f"{number}" * (number + 1))
        wait_until(lambda: snapshots_of(controller), "a snapshot")
        with closing(Query(quorum.bootstrap)) as query:
            end_offset = writer.end_offset()
            query.read_up_to(end_offset)
            assert query.again() == query.batches
        quorum.kill()
    of_snapshot = [row for row in query.rows if row["source"] == "snapshot"]
    ((end, epoch),) = {(row["snapshotEndOffset"], row["snapshotEpoch"]) for row in of_snapshot}
    file = controller.metadata_folder / f"{end:020}-{epoch:010}.checkpoint"
    expected = wanted(dumped(version, file))
    assert len(expected) > 10
    assert as_dumped(of_snapshot) == expected
    of_log = [row for row in query.rows if row["source"] == "log" and row["offset"] < end_offset]
    log = dumped(version, controller.metadata_folder / "00000000000000000000.log")
    assert as_dumped(of_log) == wanted(line for line in log if end <= line["offset"] < end_offset)
