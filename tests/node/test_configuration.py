"""Kafka's keys, defaults and rules of a controller. Its security: tests/security."""

from __future__ import annotations

import pytest

from kraft_core.config.errors import ConfigurationError
from kraft_core.config.feature_levels import LATEST, SUPPORTED, TABLE
from kraft_core.node.configuration import NetworkLimits, NodeConfiguration, QuorumTimes
from kraft_core.raft.consensus.config import RaftConfig
from kraft_core.raft.consensus.values import Endpoint
from kraft_core.raft.replica.config import ReplicaConfig
from kraft_core.raft.storage.settings import StorageSettings

CONTROLLER = {
    "process.roles": "controller",
    "node.id": "1",
    "listeners": "CONTROLLER://localhost:9093",
    "controller.listener.names": "CONTROLLER",
    "controller.quorum.bootstrap.servers": "localhost:9093",
    "log.dirs": "/a",
}
DIRECTORY_ID = bytes(range(16))


def test_defaults_are_kafkas():
    found = NodeConfiguration.of(CONTROLLER)
    assert found.times == QuorumTimes()
    assert found.replica == ReplicaConfig()
    assert found.storage == StorageSettings()
    assert found.limits == NetworkLimits()
    assert (found.witness, found.unused, found.repeated) == ("auto", (), ())
    raft = found.raft(DIRECTORY_ID, "c", {"CONTROLLER": 9093})
    endpoint = Endpoint("CONTROLLER", "localhost", 9093)
    assert raft == RaftConfig(
        node_id=1,
        directory_id=DIRECTORY_ID,
        cluster_id="c",
        endpoints=(endpoint,),
        bootstrap_servers=(("localhost", 9093),),
    )


KEYS = {
    "controller.quorum.election.timeout.ms": lambda found: found.times.election_timeout_ms,
    "controller.quorum.fetch.timeout.ms": lambda found: found.times.fetch_timeout_ms,
    "controller.quorum.election.backoff.max.ms": lambda found: found.times.election_backoff_max_ms,
    "controller.quorum.request.timeout.ms": lambda found: found.times.request_timeout_ms,
    "controller.quorum.retry.backoff.ms": lambda found: found.times.retry_backoff_ms,
    "controller.quorum.fetch.max.bytes": lambda found: found.times.fetch_max_bytes,
    "controller.quorum.fetch.snapshot.max.bytes": (
        lambda found: found.times.fetch_snapshot_max_bytes
    ),
    "controller.quorum.append.linger.ms": lambda found: found.replica.linger_ms,
    "metadata.log.max.record.bytes.between.snapshots": (lambda found: found.replica.snapshot_bytes),
    "metadata.log.max.snapshot.interval.ms": lambda found: found.replica.snapshot_interval_ms,
    "metadata.log.segment.bytes": lambda found: found.storage.segment_bytes,
    "metadata.log.segment.ms": lambda found: found.storage.segment_ms,
    "metadata.max.retention.bytes": lambda found: found.storage.retention_bytes,
    "metadata.max.retention.ms": lambda found: found.storage.retention_ms,
    "internal.metadata.delete.delay.millis": lambda found: found.storage.delete_delay_ms,
    "socket.request.max.bytes": lambda found: found.limits.requests.socket_max_bytes,
    "max.connections": lambda found: found.limits.places.max_connections,
    "max.connections.per.ip": lambda found: found.limits.places.max_connections_per_ip,
    "connections.max.idle.ms": lambda found: found.limits.connections_max_idle_ms,
    "socket.connection.setup.timeout.ms": (lambda found: found.limits.connection_setup_timeout_ms),
    "socket.listen.backlog.size": lambda found: found.limits.listen_backlog,
    "kraft.parked.fetches.max": lambda found: found.parked_fetches_max,
}


@pytest.mark.parametrize("key", KEYS)
def test_each_number_goes_where_it_belongs(key):
    value = 10_000_001
    assert KEYS[key](NodeConfiguration.of(CONTROLLER | {key: str(value)})) == value
    with pytest.raises(ConfigurationError, match=f"^{key}=x: "):
        NodeConfiguration.of(CONTROLLER | {key: "x"})


def test_values_reach_consensus():
    found = NodeConfiguration.of(
        CONTROLLER
        | {
            "controller.quorum.fetch.timeout.ms": "77",
            "controller.quorum.auto.join.enable": "true",
            "kraft.witness": "true",
            "kraft.fast.failover.enable": "false",
            "kraft.parked.fetches.max": "5",
            "listeners": "CONTROLLER://localhost:0",
        }
    )
    raft = found.raft(DIRECTORY_ID, "c", {"CONTROLLER": 4711})
    assert (raft.fetch_timeout_ms, raft.parked_fetches_max) == (77, 5)
    assert (raft.auto_join, raft.is_witness, raft.fast_failover) == (True, True, False)
    assert raft.endpoints == (Endpoint("CONTROLLER", "localhost", 4711),)


def test_static_voters_are_sorted_by_id():
    key = "controller.quorum.voters"
    found = NodeConfiguration.of(CONTROLLER | {key: "2@b:2,1@a:1"})
    assert found.static_voters.ids == (1, 2)
    assert len(NodeConfiguration.of(CONTROLLER).static_voters) == 0


def test_the_default_listener_comes_first():
    found = NodeConfiguration.of(
        CONTROLLER | {"listeners": "B://:1,A://:2", "controller.listener.names": "A,B"}
    )
    assert [each.name for each in found.bound] == ["A", "B"]


def test_metrics_are_off_unless_an_address_is_given():
    key = "kraft.metrics.listener"
    assert NodeConfiguration.of(CONTROLLER).metrics_listener is None
    found = NodeConfiguration.of(CONTROLLER | {key: "127.0.0.1:9100"})
    assert found.metrics_listener == ("127.0.0.1", 9100)
    with pytest.raises(ConfigurationError, match="is not a valid HOST:PORT"):
        NodeConfiguration.of(CONTROLLER | {key: "9100"})


def test_a_segment_below_8_mib_needs_the_internal_key():
    key = "metadata.log.segment.bytes"
    with pytest.raises(ConfigurationError, match=key):
        NodeConfiguration.of(CONTROLLER | {key: "100"})
    found = NodeConfiguration.of(CONTROLLER | {f"internal.{key}": "100"})
    assert found.storage.segment_bytes == 100


def test_properties_without_effect_are_reported_as_unused():
    more = {"num.io.threads": "8", "broker.session.timeout.ms": "9000", "ssl.protocol": "TLS"}
    assert NodeConfiguration.of(CONTROLLER | more).unused == tuple(sorted(more))


REFUSED = {
    "broker": ({"process.roles": "broker", "listeners": "A://:1"}, "cannot be a broker"),
    "both": ({"process.roles": "broker,controller"}, "cannot be a broker"),
    "sasl without mechanisms": (
        {"listener.security.protocol.map": "CONTROLLER:SASL_PLAINTEXT"},
        "sasl.enabled.mechanisms: GSSAPI is not supported on listener CONTROLLER",
    ),
    "not in the map": ({"listener.security.protocol.map": "A:PLAINTEXT"}, "is missing"),
    "unknown protocol": (
        {"listener.security.protocol.map": "CONTROLLER:FOO"},
        "unknown security protocol FOO",
    ),
    "authorizer": ({"authorizer.class.name": "a.B"}, "a.B is not supported"),
    "config providers": ({"config.providers": "file"}, "looked up"),
    "key of ours": ({"kraft.witnes": "true"}, "kraft.witnes: unknown key"),
    "witness": ({"kraft.witness": "maybe"}, "auto, true, false"),
    "no time": ({"controller.quorum.fetch.timeout.ms": "0"}, "from 2"),
}


def test_the_protocol_of_a_listener_follows_from_its_name_or_from_the_map():
    by_name = {"listeners": "SSL://h:1", "controller.listener.names": "SSL"}
    by_map = {"listener.security.protocol.map": "A:PLAINTEXT,controller:sasl_ssl,CONTROLLER:ssl"}
    comma = {key: value + "," for key, value in by_map.items()}  # as Kafka's Csv.parseCsvMap
    for keys, name in ((by_name, "SSL"), (by_map, "CONTROLLER"), (comma, "CONTROLLER")):
        found = NodeConfiguration.of(CONTROLLER | keys)
        assert found.security.listeners[name].protocol == "SSL"
    assert NodeConfiguration.of(CONTROLLER).security.is_plain


@pytest.mark.parametrize("name", REFUSED)
def test_invalid_property_is_reported_in_one_line(name):
    more, sentence = REFUSED[name]
    with pytest.raises(ConfigurationError) as caught:
        NodeConfiguration.of(CONTROLLER | more)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_empty_authorizer_class_name_is_accepted():
    assert NodeConfiguration.of(CONTROLLER | {"authorizer.class.name": ""}).unused == ()


def test_levels_that_are_not_of_production_stay_unknown_whatever_the_file_says():
    """Divergence A42: Kafka supports them then, and its tests set the key everywhere."""
    key = "unstable.feature.versions.enable"
    found = NodeConfiguration.of(CONTROLLER | {key: "true"})
    assert found.unused == (key,)
    assert SUPPORTED["metadata.version"] == (7, LATEST)
    assert max(TABLE.names) > LATEST
