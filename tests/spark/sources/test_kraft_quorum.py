"""The source inside Spark, against controllers of ours. Logic is tested without Spark."""

from __future__ import annotations

import pytest

from kraft_spark.quorum.options import parse_quorum_options
from kraft_spark.quorum.views import picked_quorum_columns
from tests.node.cluster import NodeProcess, format_node, properties_of, voters_at
from tests.spark.quorum_stream import CONTROLLERS, Stream, batch, place_of
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.spark, pytest.mark.timeout(600)]

SECURE = {
    "kafka.security.protocol": "SASL_PLAINTEXT",
    "kafka.sasl.mechanism": "PLAIN",
    "kafka.sasl.jaas.config": "org.apache.kafka.common.security.plain.PlainLoginModule required"
    ' username="alice" password="alice-secret";',
}


@pytest.mark.node
def test_stream_reads_from_kraft_controllers(spark, tmp_path):
    ports = free_ports(3)
    for number in (1, 2, 3):
        format_node(tmp_path, number, voters_at(ports))
    nodes = [NodeProcess(tmp_path, properties_of(number, ports, tmp_path)) for number in (1, 2, 3)]
    bootstrap = ",".join(f"127.0.0.1:{port}" for port in ports)
    try:
        for node in nodes:
            node.start()
        stream = Stream(spark, bootstrap, tmp_path)
        query = stream.start()
        _, epoch = wait_until(lambda: place_of(query)[0] and place_of(query), "the first rows")
        leader = batch(spark, bootstrap, "leaderId INT", view="status").first().leaderId
        nodes[leader - 1].kill()
        wait_until(lambda: place_of(query)[1] > epoch, "rows of the next leader")
        query.stop()
        stream.drain()
        rows = stream.rows()
        again = batch(spark, bootstrap).collect()
    finally:
        for node in nodes:
            node.kill()
    assert len({row.offset for row in rows}) == len(rows)
    assert (
        sorted(rows, key=lambda row: row.offset)
        == sorted(again, key=lambda row: row.offset)[: len(rows)]
    )
    assert "LEADER_CHANGE" in {row.recordType for row in rows}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, r"kafka\.bootstrap\.controllers is missing"),
        ({CONTROLLERS: "a:1", "view": "records"}, "allowed: metadata, status"),
        ({CONTROLLERS: "a:1", "path": "/x"}, "unknown option path"),
    ],
)
def test_refusals_reach_the_user_at_once(spark, options, words):
    with pytest.raises(Exception, match=words):
        spark.read.format("kraft_quorum").options(**options).load()


@pytest.mark.parametrize(
    ("options", "words"),
    [({"view": "status"}, r"use spark\.read"), ({"endingOffsets": "5"}, "use it with spark.read")],
)
def test_stream_refuses_batch_options(spark, tmp_path, options, words):
    stream = spark.readStream.format("kraft_quorum").option(CONTROLLERS, "a:1").options(**options)
    writer = stream.load().writeStream.format("noop").option("checkpointLocation", str(tmp_path))
    with pytest.raises(Exception, match=words):
        writer.start().processAllAvailable()


def test_secrets_stay_with_the_driver():
    from pyspark import cloudpickle  # only where Spark is

    from kraft_spark.sources.kraft_quorum import (
        QuorumReader,
        QuorumStreamReader,
    )

    options = parse_quorum_options({CONTROLLERS: "a:1", **SECURE})
    for reader in (QuorumReader, QuorumStreamReader):
        made = reader(options, picked_quorum_columns(options))
        assert b"alice" not in cloudpickle.dumps(made)
        assert b"a:1" in cloudpickle.dumps(made)


def test_batch_read_without_a_listening_controller_fails(spark):
    (port,) = free_ports(1)
    timeout = {"kafka.default.api.timeout.ms": "300"}
    with pytest.raises(Exception, match="no leader was found within"):
        batch(spark, f"127.0.0.1:{port}", **timeout).collect()
