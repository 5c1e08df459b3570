"""`KafkaProxy` in front of a broker of Kafka, with Java's clients."""

from __future__ import annotations

import pytest

from kraft_core.security.tls import client_context
from kraft_core.testing import KafkaProxy, kafka_cluster, real_cluster
from kraft_wire.endpoints import endpoints, has_endpoints
from tests.conformance import kafka
from tests.node.security_keys import PLAIN_MODULE, SCRAM_MODULE
from tests.support.certificates import Authority
from tests.support.ports import free_ports

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


MODULES = {"PLAIN": PLAIN_MODULE, "SCRAM-SHA-256": SCRAM_MODULE}


def test_log_ins_at_a_broker_pass_through_a_proxy_with_tls_and_rules_apply(tmp_path, monkeypatch):
    """The broker has SASL_SSL, the proxy TLS of its own; SASL is between client and broker."""
    authority, ports = Authority(tmp_path), free_ports(3)
    monkeypatch.setattr(real_cluster, "free_ports", lambda _: ports[:2])
    keys = {
        "listeners": f"PLAINTEXT://127.0.0.1:{ports[1]},SECURE://127.0.0.1:{ports[2]}",
        "listener.security.protocol.map": (
            "PLAINTEXT:PLAINTEXT,SECURE:SASL_SSL,CONTROLLER:PLAINTEXT"
        ),
        **authority.stores("broker"),
        "sasl.enabled.mechanisms": ",".join(MODULES),
        "listener.name.secure.plain.sasl.jaas.config": (
            f'{PLAIN_MODULE} required user_alice="word";'
        ),
        "listener.name.secure.scram-sha-256.sasl.jaas.config": f"{SCRAM_MODULE} required;",
    }
    with (
        kafka_cluster(kafka.jars("4.3.1"), broker_properties=keys) as cluster,
        KafkaProxy(
            f"127.0.0.1:{ports[2]}", upstream_tls=client_context(authority.trust()), security="SSL"
        ) as proxy,
    ):
        change = ("--alter", "--entity-type", "users", "--entity-name", "alice")
        done = kafka.tool(
            *("4.3.1", "kafka-configs", "--bootstrap-server", cluster.bootstrap_servers),
            *(*change, "--add-config", "SCRAM-SHA-256=[password=word]"),
        )
        assert done.returncode == 0, done.stderr
        for mechanism, module in MODULES.items():
            topic = f"t-{mechanism}"
            file = tmp_path / "client.properties"
            file.write_text(
                "security.protocol=SASL_SSL\nssl.truststore.type=PEM\n"
                f"ssl.truststore.location={proxy.certificate_file}\n"
                f"sasl.mechanism={mechanism}\n"
                f'sasl.jaas.config={module} required username="alice" password="word";\n'
            )
            rule = proxy.on("Produce", topic=topic).times(1).error("NOT_LEADER_OR_FOLLOWER")
            where = ("--bootstrap-server", proxy.bootstrap_servers, "--topic", topic)
            command = ("--command-config", str(file))
            sent = kafka.tool("4.3.1", "kafka-console-producer", *where, *command, stdin="one\n")
            assert sent.returncode == 0, sent.stdout + sent.stderr
            more = ("--from-beginning", "--max-messages", "1", "--timeout-ms", "30000")
            found = kafka.tool("4.3.1", "kafka-console-consumer", *where, *command, *more)
            assert found.stdout.split() == ["one"], found.stderr + "\n".join(proxy.trace())
            assert rule.fired == 1
        assert not proxy.faults
        assert {each.message.mechanism for each in proxy.requests("SaslHandshake")} == set(MODULES)
