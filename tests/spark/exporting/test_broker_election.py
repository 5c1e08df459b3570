"""Two brokers of Kafka and an election that replaces records which no high watermark covered."""

from __future__ import annotations

import socket
import struct
import time
from contextlib import suppress
from pathlib import Path

import pytest

from kraft_spark.log.position import DataLossError
from kraft_wire.headers import decode_body, decode_response_header, encode_request
from kraft_wire.messages import ProduceRequest, ProduceResponse
from kraft_wire.records import RecordBatchBuilder
from tests.conformance import kafka
from tests.conformance.broker import Broker
from tests.conformance.quorum import running_quorum
from tests.spark.exporting.tables_read import table_at
from tests.spark.exporting.test_export import export
from tests.spark.log.test_positions_on_disk import Query
from tests.spark.log_rows import rows
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.spark, pytest.mark.kafka, pytest.mark.nightly, pytest.mark.timeout(900)]

RELEASE = "4.3.1"
VERSION = 9
"""Of Produce: the last one with names of topics that brokers of all releases take."""

FREQUENT = ["replica.high.watermark.checkpoint.interval.ms=300"]
PATIENT = ["broker.session.timeout.ms=20000"]
"""No broker is fenced while the other one stands still for a moment."""


def produce(broker, acks, *values):
    """Append a batch to orders-0; return its base offset, None if the broker refuses it."""
    builder = RecordBatchBuilder(base_offset=0, partition_leader_epoch=-1)
    now_ms = time.time_ns() // 1_000_000  # retention deletes what is older
    for value in values:
        builder.append(now_ms, None, value.encode())
    partition = ProduceRequest.PartitionProduceData(index=0, records=builder.build())
    topic = ProduceRequest.TopicProduceData(name="orders", partition_data=(partition,))
    request = ProduceRequest(acks=acks, timeout_ms=60_000, topic_data=(topic,))
    payload = encode_request(request, VERSION, 1, "test")
    with socket.create_connection(("127.0.0.1", broker.port), timeout=120) as connection:
        connection.sendall(struct.pack(">i", len(payload)) + payload)
        stream = connection.makefile("rb")
        (size,) = struct.unpack(">i", stream.read(4))
        answer = stream.read(size)
    _, start = decode_response_header(answer, ProduceRequest.API_KEY, VERSION)
    response = decode_body(ProduceResponse, answer, start, VERSION)
    (answered,) = response.responses[0].partition_responses
    return None if answered.error_code else answered.base_offset


def values_in(broker):
    found = rows(broker.folder, "topic STRING, value BINARY", ignoreMissingFiles=True)
    return [row["value"].decode() for row in found if row["topic"] == "orders"]


def wait_for_values(broker, wanted):
    with suppress(TimeoutError):
        wait_until(lambda: values_in(broker) == wanted, "the records")
    assert values_in(broker) == wanted, broker.said()[-3000:]


def high_watermark(broker):
    path = broker.folder / "replication-offset-checkpoint"
    lines = path.read_text().splitlines() if path.exists() else []
    return next((int(line.split()[2]) for line in lines if line.startswith("orders 0 ")), -1)


def has_unread_answer(follower, leader):
    """Return True if the kernel holds bytes of the leader for the follower (proc(5), net/tcp)."""
    home = Path(f"/proc/{follower.process_id}/net")
    lines = [line for name in ("tcp", "tcp6") for line in (home / name).read_text().splitlines()]
    entries = [line.split() for line in lines if ":" in line]
    return any(
        int(one[2].rpartition(":")[2], 16) == leader.port and int(one[4].rpartition(":")[2], 16)
        for one in entries
    )


def pause_between_fetches(follower, leader):
    """Stop a follower whose last Fetch was answered: no record reaches it from then on.

    A leader answers a Fetch without records after replica.fetch.wait.max.ms, 500 by default. A
    follower that was stopped right after an answer goes on and is stopped again.
    """
    for _ in range(20):
        follower.pause()
        try:
            wait_until(lambda: has_unread_answer(follower, leader), "the answer", timeout_s=3)
        except TimeoutError:
            follower.resume()
            continue
        return
    raise AssertionError("the follower has no Fetch that is answered")


def read(table):
    return [row["value"].decode() for row in sorted(table.rows(), key=lambda row: row["offset"])]


def test_records_that_an_election_replaces_are_not_exported_and_reported_if_they_were(tmp_path):
    kept, lost, real = (
        [f"{kind}{number}" for number in range(count)]
        for kind, count in (("kept", 6), ("lost", 4), ("real", 4))
    )
    for name in ("proved", "unproved"):
        (tmp_path / name).mkdir()
    proved, unproved = (table_at("delta", tmp_path / name) for name in ("proved", "unproved"))
    with running_quorum(RELEASE, 1, tmp_path, PATIENT) as quorum:
        brokers = []
        for node_id, port in zip((101, 102), free_ports(2), strict=True):
            broker = Broker(RELEASE, node_id, port, tmp_path)
            broker.write_properties(quorum.bootstrap, FREQUENT)
            broker.prepare(quorum.cluster_id)
            brokers.append(broker)
        leader, follower = brokers
        with leader, follower:
            where = ("--bootstrap-server", leader.endpoint, "--create", "--topic", "orders")
            done = kafka.tool(RELEASE, "kafka-topics", *where, "--replica-assignment", "101:102")
            assert done.returncode == 0, done.stdout + done.stderr
            wait_until(lambda: produce(leader, -1, *kept) == 0, "the first records")
            wait_until(lambda: high_watermark(leader) == 6, "the high watermark of the leader")
            query = Query(leader.folder, subscribe="orders").poll()

            pause_between_fetches(follower, leader)
            assert produce(leader, 1, *lost) == 6
            wait_for_values(leader, kept + lost)
            leader.kill()
            follower.resume()
            # the disk of the dead leader, before it comes back
            selected = {"subscribe": "orders"}
            export(leader.folder, proved, options={**selected, "end": "highWatermark"})
            export(leader.folder, unproved, options={**selected, "end": "logEnd"})
            assert read(proved) == kept
            assert read(unproved) == kept + lost
            assert [value for _, value in query.poll().rows] == kept

            wait_until(lambda: produce(follower, -1, *real) == 6, "the new leader")
            leader.start()
            wait_for_values(leader, kept + real)
            wait_until(lambda: high_watermark(leader) == 10, "the high watermark of both")
            export(leader.folder, proved, options={**selected, "end": "highWatermark"})
            assert read(proved) == kept + real
            assert [value for _, value in query.poll().rows] == kept + real
            with pytest.raises(DataLossError, match=r"orders-0: read up to offset 10 in epoch 0"):
                export(leader.folder, unproved, options={**selected, "end": "logEnd"})
