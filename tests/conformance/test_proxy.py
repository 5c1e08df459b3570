"""`KafkaProxy` in front of a broker of Kafka, with Java's clients."""

from __future__ import annotations

import pytest

from kraft_core.testing import KafkaProxy, kafka_cluster
from kraft_wire.endpoints import endpoints, has_endpoints
from tests.conformance import kafka

pytestmark = [pytest.mark.kafka, pytest.mark.nightly, pytest.mark.timeout(300)]


def test_java_clients_get_over_faults_and_learn_no_address_but_the_proxy_s():
    with (
        kafka_cluster(kafka.jars("4.3.1")) as cluster,
        KafkaProxy(cluster.bootstrap_servers) as proxy,
    ):
        proxy.on("Produce", topic="t", partition=0).times(1).error("NOT_LEADER_OR_FOLLOWER")
        proxy.on("Produce", topic="t").nth(2).reset("after")
        proxy.on("Fetch", topic="t").times(1).error("NOT_LEADER_OR_FOLLOWER")
        proxy.on("FindCoordinator").times(1).error("COORDINATOR_NOT_AVAILABLE")
        proxy.on("JoinGroup").times(1).error("COORDINATOR_LOAD_IN_PROGRESS")
        where = ("--bootstrap-server", proxy.bootstrap_servers, "--topic", "t")
        sent = kafka.tool("4.3.1", "kafka-console-producer", *where, stdin="one\ntwo\n")
        assert sent.returncode == 0, sent.stderr
        more = ("--from-beginning", "--max-messages", "2", "--timeout-ms", "30000", "--group", "g")
        found = kafka.tool("4.3.1", "kafka-console-consumer", *where, *more)
        assert found.stdout.split() == ["one", "two"], found.stderr + "\n".join(proxy.trace())
        known = proxy.addresses()
        named = [
            address
            for each in proxy.requests()
            if each.response is not None and has_endpoints(type(each.response))
            for address in endpoints(each.response)
        ]
        assert set(named) <= set(known.values())
        assert {f"{host}:{port}" for host, port in known} == set(
            cluster.bootstrap_servers.split(",")
        )
        assert {each.node_id for each in proxy.requests("Produce")} == {101}
        assert not proxy.faults
    assert named
