"""Kafka's controllers and kraft's in one quorum over TLS and SASL, and Kafka's tools at kraft's."""

from __future__ import annotations

import pytest

from kraft_core.security.authorizer import STANDARD_AUTHORIZER
from kraft_core.security.certificates import read_certificate
from kraft_core.security.tls import own_certificate
from tests.conformance import kafka
from tests.conformance.active import KraftCluster
from tests.conformance.mixed import (
    IDLE,
    Mixed,
    assert_nothing_fatal,
    commits_go_on,
    directory_of,
    voters_in,
)
from tests.conformance.ours import kraft
from tests.conformance.quorum import wait_until
from tests.node.security_keys import SCRAM_MODULE, ways
from tests.support.certificates import Authority
from tests.support.ports import free_ports

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(600)]

CLIENTS = {
    "mutual SSL": {"security.protocol": "SSL"},
    "SASL_SSL PLAIN": {
        "security.protocol": "SASL_SSL",
        "sasl.mechanism": "PLAIN",
        "sasl.jaas.config": (
            "org.apache.kafka.common.security.plain.PlainLoginModule required"
            ' username="node" password="node-secret";'
        ),
    },
    "SASL_PLAINTEXT PLAIN": {
        "security.protocol": "SASL_PLAINTEXT",
        "sasl.mechanism": "PLAIN",
        "sasl.jaas.config": (
            "org.apache.kafka.common.security.plain.PlainLoginModule required"
            ' username="node" password="node-secret";'
        ),
    },
    "SASL_SSL OAUTHBEARER": {
        "security.protocol": "SASL_SSL",
        "sasl.mechanism": "OAUTHBEARER",
        "sasl.jaas.config": (
            "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required"
            ' unsecuredLoginStringClaim_sub="node";'
        ),
    },
}
"""The keys of clients: of tools, and in the files of controllers to be added."""

PRINCIPALS = {
    "mutual SSL": "User:CN=node;User:CN=tool",
    "SASL_SSL PLAIN": "User:node",
    "SASL_PLAINTEXT PLAIN": "User:node",
    "SASL_SSL OAUTHBEARER": "User:node",
}
"""Whom `super.users` must have where there is an authorizer: all controllers, and the tool."""


BOTH = pytest.mark.parametrize(
    "release", ["4.3.1", pytest.param("3.9.2", marks=pytest.mark.nightly)]
)


def lines_of(*values):
    merged = {}
    for each in values:
        merged |= each
    return tuple(f"{key}={value}" for key, value in merged.items())


def client_file(root, *values):
    path = root / "client.properties"
    path.write_text("".join(f"{line}\n" for line in lines_of(*values)))
    return str(path)


def refusals(cluster):
    """Lines of kraft's nodes that tell of somebody who was not believed."""
    words = ("failed authentication", "This node: TLS with", "refuses the login")
    said = "\n".join(each.said() for each in cluster.ours)
    return [line for line in said.splitlines() if any(word in line for word in words)]


@pytest.mark.parametrize(
    ("way", "has_authorizer"),
    [
        pytest.param(
            way,
            has_authorizer,
            id=f"{way}-with an authorizer" if has_authorizer else way,
            marks=[] if (way == "SASL_SSL PLAIN") or not has_authorizer else pytest.mark.nightly,
        )
        for way in CLIENTS
        for has_authorizer in (False, True)
    ],
)
def test_observers_voters_leaders_and_witnesses(tmp_path, release, way, has_authorizer):
    """kraft leads while Kafka's controller observes, then Kafka's leads, with kraft's votes."""
    stores = Authority(tmp_path)
    keys, client = ways(stores)[way], CLIENTS[way]
    if has_authorizer:
        keys = keys | {
            "authorizer.class.name": STANDARD_AUTHORIZER,
            "super.users": PRINCIPALS[way],
        }
    lines = (IDLE, *lines_of(keys, client))
    with Mixed(release, tmp_path / "quorum", (1, 2), first=(11,), more=lines) as cluster:
        (java,), (first, second) = cluster.java, cluster.ours
        everybody = [java, first, second]
        java.launch()
        first.start()
        second.start()
        java.wait_until_started()
        commits_go_on(everybody)
        where = ("--bootstrap-controller", first.endpoint, "--command-config")
        done = kafka.tool(
            release, "kafka-metadata-quorum", *where, str(java.properties), "add-controller"
        )
        assert done.returncode == 0, done.stdout + done.stderr
        cluster.add(second)
        assert set(voters_in(first)) == {1, 11, 12}
        config = client_file(tmp_path, client, stores.stores("tool"))
        for node in (java, second):
            where = ("--bootstrap-controller", node.endpoint, "--command-config", config)
            said = cluster.tool("kafka-metadata-quorum", *where, "describe", "--status")
            assert "LeaderId:               11" in said
        for each in everybody:
            each.kill()
        for each in cluster.ours:
            cluster.configure(each, (*lines, "kraft.witness=true"))
            each.launch()
        java.launch()
        java.wait_until_started()
        assert cluster.leading() is java
        wait_until(lambda: all(each.is_ready for each in cluster.ours), "they have started")
        commits_go_on(everybody)
        first.kill()
        commits_go_on([java, second])
        where = ("--bootstrap-controller", java.endpoint, "--command-config", config)
        which = ("--controller-id", "11", "--controller-directory-id", directory_of(first))
        cluster.tool("kafka-metadata-quorum", *where, "remove-controller", *which)
        wait_until(lambda: set(voters_in(second)) == {1, 12}, "the removal")
        assert_nothing_fatal(java)
        assert refusals(cluster) == []
        assert not any(" is refused" in each.said() for each in cluster.ours)


def test_tools_log_in_by_scram_and_plain_after_a_restart(tmp_path, release):
    stores = Authority(tmp_path)
    keys = ways(stores)["SASL_SSL PLAIN"] | {
        "listener.name.controller.sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-512",
        "listener.name.controller.scram-sha-512.sasl.jaas.config": f"{SCRAM_MODULE} required;",
    }
    with Mixed(release, tmp_path / "quorum", (0, 1), more=(IDLE, *lines_of(keys))) as cluster:
        (node,) = cluster.ours
        flags = ("--ignore-formatted", "--standalone")
        scram = ("--add-scram", "SCRAM-SHA-512=[name=alice,password=alice-secret]")
        for path in sorted(node.folder.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        cluster.format([node], *flags[1:], *scram)
        node.start()
        commits_go_on([node])
        client = {"security.protocol": "SASL_SSL", "sasl.mechanism": "SCRAM-SHA-512"}

        def describe(password):
            jaas = f'{SCRAM_MODULE} required username="alice" password="{password}";'
            config = client_file(tmp_path, client, stores.trust(), {"sasl.jaas.config": jaas})
            where = ("--bootstrap-controller", node.endpoint, "--command-config", config)
            return kafka.tool(release, "kafka-metadata-quorum", *where, "describe", "--status")

        done = describe("alice-secret")
        assert done.returncode == 0, done.stdout + done.stderr
        refused = describe("wrong")
        assert refused.returncode != 0
        assert "SaslAuthenticationException" in refused.stdout + refused.stderr
        node.stop()
        node.start()
        done = describe("alice-secret")
        assert done.returncode == 0, done.stdout + done.stderr


@BOTH
@pytest.mark.parametrize("way", CLIENTS)
def test_kafkas_tools_reach_a_controller_over_each_protocol(tmp_path, release, way):
    stores = Authority(tmp_path)
    keys = ways(stores)[way] | {
        "authorizer.class.name": STANDARD_AUTHORIZER,
        "super.users": PRINCIPALS[way],
    }
    config = client_file(tmp_path, CLIENTS[way], stores.stores("tool"))
    with KraftCluster(release, tmp_path, brokers=0, **keys) as cluster:
        where = ("--bootstrap-controller", cluster.bootstrap)
        for name, arguments in {
            "kafka-metadata-quorum": (*where, "--command-config", config, "describe", "--status"),
            "kafka-features": (*where, "--command-config", config, "describe"),
            "kafka-cluster": ("cluster-id", *where, "--config", config),
            "kafka-configs": (
                *(*where, "--command-config", config),
                *("--describe", "--entity-type", "brokers", "--entity-default"),
            ),
            "kafka-acls": (*where, "--command-config", config, "--list"),
        }.items():
            if (name, release) == ("kafka-acls", "3.9.2"):
                continue  # it has no --bootstrap-controller
            done = kafka.tool(release, name, *arguments)
            assert done.returncode == 0, f"{name}: {done.stdout}{done.stderr}"


@BOTH
def test_brokers_log_in_by_scram_and_plain_after_a_restart(tmp_path, release):
    """Controllers need no record of the log to find each other; brokers wait until it is loaded."""
    stores = Authority(tmp_path)
    keys = ways(stores)["SASL_SSL PLAIN"] | {
        "listener.name.controller.sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-512",
        "listener.name.controller.scram-sha-512.sasl.jaas.config": f"{SCRAM_MODULE} required;",
        "offsets.topic.replication.factor": "1",
    }
    jaas = f'{SCRAM_MODULE} required username="broker" password="broker-secret";'
    broker = {
        "listener.security.protocol.map": "CONTROLLER:SASL_SSL,PLAINTEXT:PLAINTEXT",
        "sasl.mechanism.controller.protocol": "SCRAM-SHA-512",
        "listener.name.controller.scram-sha-512.sasl.jaas.config": jaas,
        **stores.trust(),
    }
    scram = ("--add-scram", "SCRAM-SHA-512=[name=broker,password=broker-secret]")
    with KraftCluster(
        release,
        tmp_path,
        controllers=3,
        broker_lines=lines_of(broker),
        format_flags=scram,
        **keys,
    ) as cluster:
        cluster.tool("kafka-topics", "--create", "--topic", "before", "--partitions", "1")
        cluster.kill()
        for each in cluster.controllers:
            each.launch()
        cluster.brokers[0].start()
        cluster.tool("kafka-topics", "--create", "--topic", "after", "--partitions", "1")
        topics = cluster.tool("kafka-topics", "--list").split()
        assert {"before", "after"} <= set(topics)
        assert cluster.faults() == []


def test_tools_get_to_know_why_tls_failed(tmp_path, release):
    """At once and with the reason: without an alert a tool tries again until its timeout."""
    stores = Authority(tmp_path)
    other = Authority(tmp_path, "other")
    keys = ways(stores)["mutual SSL"]
    wrong = {
        "of another authority": other.stores("stranger") | stores.trust(),
        "no certificate": stores.trust(),
        "expired": stores.stores("late", begin=-3, days=-1),
        "does not trust the node": stores.stores("tool") | other.trust(),
    }
    with Mixed(release, tmp_path / "quorum", (0, 1), more=(IDLE, *lines_of(keys))) as cluster:
        (node,) = cluster.ours
        node.start()
        for name, values in wrong.items():
            config = client_file(tmp_path, {"security.protocol": "SSL"}, values)
            where = ("--bootstrap-controller", node.endpoint, "--command-config", config)
            done = kafka.tool(release, "kafka-metadata-quorum", *where, "describe", "--status")
            assert done.returncode != 0, name
            assert "SslAuthenticationException" in done.stdout + done.stderr, name


@BOTH
def test_plain_text_becomes_sasl_over_tls_node_by_node(tmp_path, release):
    """Two listeners for a time: each step is one restart of each node, the others commit.

    Before 4.1 a dynamic quorum cannot: voters do not report their new listeners (UpdateRaftVoter).
    A static one can, whose voters have their addresses from the configuration.
    """
    stores = Authority(tmp_path)
    keys = {
        key.replace("listener.name.controller", "listener.name.secure"): value
        for key, value in ways(stores)["SASL_SSL PLAIN"].items()
    }
    keys["listener.security.protocol.map"] = "CONTROLLER:PLAINTEXT,SECURE:SASL_SSL"
    is_static = release == "3.9.2"
    with Mixed(release, tmp_path / "quorum", (1, 2), static=is_static) as cluster:
        everybody = [*cluster.java, *cluster.ours]
        secure = dict(zip((each.node_id for each in everybody), free_ports(3), strict=True))

        def configure(node, names):
            places = {"CONTROLLER": node.endpoint, "SECURE": f"127.0.0.1:{secure[node.node_id]}"}
            listeners = ",".join(f"{name}://{places[name]}" for name in names)
            # both kinds of addresses, for a node that looks for the quorum by either listener
            first = names[0] == "SECURE"
            servers = ",".join(
                f"127.0.0.1:{secure[each.node_id]}" if first else each.endpoint
                for each in everybody
            )
            more = {
                **keys,
                "listeners": listeners,
                "controller.listener.names": ",".join(names),
                "controller.quorum.bootstrap.servers": servers,
            }
            if is_static:
                more["controller.quorum.voters"] = ",".join(
                    f"{each.node_id}@{address}"
                    for each, address in zip(everybody, servers.split(","), strict=True)
                )
            lines = (IDLE, *lines_of(more))
            if node in cluster.java:
                node.write_properties(servers, lines)
            else:
                cluster.configure(node, lines)

        def are_known():
            where = ("--bootstrap-controller", everybody[0].endpoint)
            described = kraft("metadata-quorum", *where, "describe", "--status")
            return described.stdout.count("SECURE://") == len(everybody)

        for each in cluster.java:
            each.launch()
        for each in cluster.ours:
            each.start()
        for each in cluster.java:
            each.wait_until_started()
        commits_go_on(everybody)
        for names in (("CONTROLLER", "SECURE"), ("SECURE", "CONTROLLER"), ("SECURE",)):
            for node in everybody:
                node.stop()
                configure(node, names)
                node.start()
                commits_go_on(everybody)
            if names == ("CONTROLLER", "SECURE") and not is_static:
                # A Java follower stops if its leader's endpoints lack the listener that it asks by
                # (FollowerState.leaderNode), so wait until the log has those of every voter
                wait_until(are_known, "the second listener of every voter")
                commits_go_on(everybody)
        assert_nothing_fatal(*cluster.java)
        config = client_file(
            tmp_path, CLIENTS["SASL_SSL PLAIN"], stores.trust(), {"request.timeout.ms": "20000"}
        )
        places = ",".join(f"127.0.0.1:{port}" for port in secure.values())
        where = ("--bootstrap-controller", places, "--command-config", config)
        done = kraft("metadata-quorum", *where, "describe", "--status")
        assert done.returncode == 0, done.stdout + done.stderr


# one release: a leader before 4.2 does not have AddRaftVoter 1, by which nodes join by themselves
@pytest.mark.parametrize("release", ["4.3.1"])
def test_voters_join_by_themselves_over_sasl_and_tls(tmp_path, release):
    way = "SASL_SSL PLAIN"
    joining = "controller.quorum.auto.join.enable=true"
    lines = (IDLE, joining, *lines_of(ways(Authority(tmp_path))[way]))
    with Mixed(release, tmp_path / "quorum", (1, 2), first=(1,), more=lines) as cluster:
        cluster.java[0].launch()
        for each in cluster.ours:
            each.start()
        cluster.java[0].wait_until_started()
        wait_until(lambda: set(voters_in(cluster.java[0])) == {1, 11, 12}, "all are voters")
        commits_go_on([*cluster.java, *cluster.ours])
        assert refusals(cluster) == []


@BOTH
def test_certificate_is_renewed_while_kafka_runs(tmp_path, release):
    """Another authority too: first it is trusted as well, then it signs, then it alone is trusted.

    Kafka's controller reads its stores when it starts, kraft's when they change.
    """
    old, new = Authority(tmp_path, "old"), Authority(tmp_path, "new")
    trusted = tmp_path / "trusted.pem"
    trusted.write_bytes(old.path.read_bytes())
    ours_pem = old.issue("ours")
    own_store = {"ssl.keystore.type": "PEM", "ssl.keystore.location": str(ours_pem)}
    way = ways(old)["mutual SSL"] | {"ssl.truststore.location": str(trusted)}
    of_ours = lines_of({"ssl.keystore.location": str(ours_pem)})
    with Mixed(
        release, tmp_path / "quorum", (1, 1), more=(IDLE, *lines_of(way)), of_ours=of_ours
    ) as cluster:
        (java,), (node,) = cluster.java, cluster.ours

        def reload(words: str) -> None:
            """Have both read their stores: they find each other again."""
            before = node.said().count(words)
            node.signal_reload()
            wait_until(lambda: node.said().count(words) > before, words)
            java.kill()
            java.start()
            commits_go_on([java, node])

        java.launch()
        node.start()
        java.wait_until_started()
        commits_go_on([java, node])
        before = read_certificate(own_certificate(own_store))
        old.issue("ours")
        reload("reloaded its stores")
        after = read_certificate(own_certificate(own_store))
        wait_until(lambda: after.serial in node.said(), "the log to name the new certificate")
        assert before.serial != after.serial
        trusted.write_bytes(old.path.read_bytes() + new.path.read_bytes())
        reload("reloaded its stores")
        new.issue("ours")
        new.issue("node")
        reload("reloaded its stores")
        trusted.write_bytes(new.path.read_bytes())
        reload("reloaded its stores")
        # half a file: what was read stays
        ours_pem.write_bytes(ours_pem.read_bytes()[:300])
        reload("keeps its certificate")
        assert_nothing_fatal(java)
