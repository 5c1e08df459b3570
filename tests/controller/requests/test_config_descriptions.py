"""DescribeConfigs: values, where they come from, and who may see them."""

from __future__ import annotations

import random

import pytest

from kraft_core.controller.context import Context, ControllerSettings, ControllerState, Refusal
from kraft_core.controller.requests.config_descriptions import describe_configs
from kraft_core.controller.sessions import BrokerSessions
from kraft_core.metadata import ClusterImage
from kraft_wire.messages import ConfigRecord, DescribeConfigsRequest, TopicRecord
from kraft_wire.primitives import Uuid
from tests.controller.running import Controllers
from tests.controller.test_active import ACTIVE, broker_of, topics
from tests.node.cluster import run

TOPIC, BROKER, LOGGER, METRICS, GROUP = 2, 4, 8, 16, 32


def state_with(*configs, **static):
    image = ClusterImage(indexed=True)
    image.replay_metadata(TopicRecord(name="t", topic_id=Uuid(bytes([1] * 16))))
    for kind, resource, name, value in configs:
        image.replay_metadata(
            ConfigRecord(resource_type=kind, resource_name=resource, name=name, value=value)
        )
    values = {name.replace("_", "."): value for name, value in static.items()}
    settings = ControllerSettings(7, "cluster", static=values)
    return ControllerState(settings, image, BrokerSessions(1), random.Random(1))


def asked(kind, name, keys=None, *, synonyms=True):
    cls = DescribeConfigsRequest
    resource = cls.DescribeConfigsResource(
        resource_type=kind, resource_name=name, configuration_keys=keys
    )
    return cls(resources=(resource,), include_synonyms=synonyms)


def described(state, kind, name, keys=None, **more):
    decision = describe_configs(state, asked(kind, name, keys, **more), Context(4))
    (result,) = decision.answer.results
    return result


@pytest.mark.parametrize(
    ("configs", "static", "value", "sources"),
    [
        # Kafka leaves synonyms out that come before the config's own name
        ((), {}, "604800000", []),
        ((), {"log_retention_hours": "2"}, "7200000", []),
        (
            ((BROKER, "", "log.retention.ms", "5"),),
            {"log_retention_hours": "2"},
            "5",
            [(3, "5"), (4, "2"), (5, "168")],
        ),
        (
            ((BROKER, "", "log.retention.ms", "5"), (BROKER, "7", "log.retention.ms", "6")),
            {},
            "6",
            [(2, "6"), (3, "5"), (5, "168")],
        ),
        (((TOPIC, "t", "retention.ms", "9"),), {}, "9", [(1, "9")]),
    ],
)
def test_topic_config_has_the_source_of_its_value(configs, static, value, sources):
    result = described(state_with(*configs, **static), TOPIC, "t", ["retention.ms"])
    (entry,) = result.configs
    assert entry.value == value
    found = [(each.source, each.value) for each in entry.synonyms]
    assert found == sources
    assert entry.config_type == 5
    assert (result.error_code, result.error_message) == (0, "")


def test_interval_of_flushes_has_a_second_name():
    """DynamicBrokerConfig.brokerConfigSynonyms: the second name has no other."""
    state = state_with(log_flush_interval_ms="9", log_flush_scheduler_interval_ms="5")
    second = [("log.flush.scheduler.interval.ms", each) for each in ("5", str((1 << 63) - 1))]
    for name, found in (
        ("log.flush.interval.ms", [("log.flush.interval.ms", "9"), *second]),
        ("log.flush.scheduler.interval.ms", second),
    ):
        (entry,) = described(state, BROKER, "7", [name]).configs
        assert [(each.name, each.value) for each in entry.synonyms] == found


def test_all_topic_configs_are_listed_by_name_without_internal_ones():
    names = [each.name for each in described(state_with(), TOPIC, "t").configs]
    assert names == sorted(names)
    assert len(names) == 37
    assert "internal.segment.bytes" not in names


@pytest.mark.parametrize(
    ("kind", "name", "code"),
    [
        (TOPIC, "u", 3),
        (TOPIC, "a b", 17),
        (BROKER, "8", 42),
        (BROKER, "x", 42),
        (LOGGER, "", 42),
        (LOGGER, "8", 42),
        (METRICS, "", 42),
        (GROUP, "", 42),
    ],
)
def test_a_resource_that_is_not_here_has_an_error_of_its_own(kind, name, code):
    assert described(state_with(), kind, name).error_code == code


def test_an_unknown_type_refuses_the_request():
    with pytest.raises(Refusal) as refused:
        describe_configs(state_with(), asked(99, "x"), Context(4))
    assert refused.value.code == 42


def test_secrets_are_not_shown():
    state = state_with(
        (BROKER, "", "ssl.keystore.password", "hidden"),
        (BROKER, "", "unknown.name", "hidden"),
        ssl_keystore_key="hidden",
    )
    for name in ("", "7"):
        assert "hidden" not in repr(described(state, BROKER, name).configs)


def test_unauthorized_describe_configs_gets_an_error():
    context = Context(4, allows=lambda *_: False)
    for kind, code in ((TOPIC, 29), (BROKER, 31), (METRICS, 31), (GROUP, 30)):
        decision = describe_configs(state_with(), asked(kind, "t"), context)
        assert [each.error_code for each in decision.answer.results] == [code]


@pytest.mark.node
@pytest.mark.timeout(180)
def test_every_controller_describes_configs(tmp_path):
    async def story():
        async with Controllers(tmp_path, 3, **ACTIVE) as quorum:
            active = await quorum.active()
            await broker_of(quorum, active)
            await quorum.ask(active, topics("a"), 7)
            for node_id, controller in quorum.controllers.items():
                while "a" not in controller.image.cluster.topic_ids:
                    await quorum.nodes[node_id].until(
                        lambda one=controller: "a" in one.image.cluster.topic_ids
                    )
                answer = await quorum.ask(node_id, asked(TOPIC, "a"), 4)
                assert [each.error_code for each in answer.results] == [0]
                assert len(answer.results[0].configs) == 37

    run(story())


# -- the controller itself -----------------------------------------------------------------------


def own(state, *keys, node="7"):
    result = described(state, BROKER, node, list(keys) or None)
    assert (result.error_code, result.error_message) == (0, "")
    return {each.name: each for each in result.configs}


def test_node_lists_what_is_set_and_has_no_definition():
    state = state_with(
        (BROKER, "7", "leader.replication.throttled.rate", "10"),
        (BROKER, "", "follower.replication.throttled.rate", "20"),
        (BROKER, "7", "listener.name.a.ssl.keystore.location", "/x"),
        (BROKER, "7", "own.dynamic", "hidden"),
        own_key="hidden",
        ssl_keystore_location="/y",
    )
    found = own(state)
    facts = {
        name: (each.value, each.config_source, each.config_type, each.is_sensitive, each.read_only)
        for name, each in found.items()
    }
    assert facts["leader.replication.throttled.rate"] == ("10", 2, 5, False, False)
    assert facts["follower.replication.throttled.rate"] == ("20", 3, 5, False, False)
    assert facts["listener.name.a.ssl.keystore.location"] == ("/x", 2, 2, False, True)
    # a config of unknown type may be a secret
    assert facts["own.dynamic"] == (None, 2, 0, True, True)
    assert facts["own.key"] == (None, 4, 0, True, True)
    synonyms = found["listener.name.a.ssl.keystore.location"].synonyms
    assert [(each.name, each.value, each.source) for each in synonyms] == [
        ("listener.name.a.ssl.keystore.location", "/x", 2),
        ("ssl.keystore.location", "/y", 4),
    ]
    assert [each.value for each in found["own.key"].synonyms] == [None]
    assert "replica.alter.log.dirs.io.max.bytes.per.second" not in found


@pytest.mark.parametrize("static", [{}, {"node_id": "7"}, {"broker_id": "7"}])
def test_node_has_its_id_under_both_names(static):
    found = own(state_with(**static), "broker.id", "node.id")
    assert {(each.value, each.config_source) for each in found.values()} == {("7", 4)}
    assert [each.value for each in found["broker.id"].synonyms] == ["7", "-1"]


def test_dynamic_value_wins_over_another_name_of_the_file():
    state = state_with((BROKER, "", "log.retention.ms", "5"), log_retention_hours="2")
    found = own(state, "log.retention.ms", "log.retention.minutes", "log.retention.hours")
    assert {name: each.value for name, each in found.items()} == {
        "log.retention.ms": "5",
        "log.retention.minutes": None,
        "log.retention.hours": "168",
    }
    assert [(each.source, each.value) for each in found["log.retention.hours"].synonyms] == [
        (4, "2"),
        (5, "168"),
    ]


def test_default_of_all_nodes_has_rates_of_replication_in_clear():
    state = state_with(
        (BROKER, "", "leader.replication.throttled.rate", "10"), (BROKER, "", "own", "hidden")
    )
    found = own(state, node="")
    rate, unknown = found["leader.replication.throttled.rate"], found["own"]
    assert (rate.value, rate.config_type, rate.is_sensitive, rate.read_only) == (
        *("10", 5, False),
        False,
    )
    assert (unknown.value, unknown.config_type, unknown.is_sensitive) == (None, 0, True)
