"""Changes of configs: lists of values, also of the longest lists, and values that are checked."""

import time

import pytest

from kraft_core.controller.context import Refusal
from kraft_core.controller.requests.configs import (
    APPEND,
    GROUP,
    SET,
    SUBTRACT,
    Change,
    Resource,
    _utf16_length,
    incremental_records,
    java_split,
)
from kraft_core.metadata import BROKER_CONFIG, TOPIC_CONFIG
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import ConfigRecord, TopicRecord
from kraft_wire.primitives import Uuid
from tests.controller.content import feature, state_of

EVERYWHERE = Resource(BROKER_CONFIG, "")
NAME = "log.cleanup.policy"


def changed(current, operation, value):
    state = state_of(
        ConfigRecord(resource_type=BROKER_CONFIG, resource_name="", name=NAME, value=current)
    )
    (record,) = incremental_records(state, EVERYWHERE, {NAME: Change(operation, value)})
    return record.value


@pytest.mark.parametrize(
    ("current", "operation", "value", "expected"),
    [
        ("a,b,a", SUBTRACT, "a", "b,a"),
        ("a,b,a", SUBTRACT, "a,a,a", "b"),
        ("a", SUBTRACT, "a", ""),
        ("a", SUBTRACT, "x", "a"),
        ("a", APPEND, "a,b,b", "a,b"),
        ("a,,b", APPEND, "c,,", "a,b,c"),
    ],
)
def test_values_are_added_and_taken_away_one_by_one(current, operation, value, expected):
    assert changed(current, operation, value) == expected


def test_a_long_list_is_taken_from_a_long_list_in_linear_time():
    kept = ",".join(f"{number:x}" for number in range(0x1000, 0x1000 + 6500))
    asked = ",".join(f"{number:x}" for number in range(0x8000, 0x8000 + 6500))
    begun = time.process_time()
    assert changed(kept, SUBTRACT, asked) == kept
    assert time.process_time() - begun < 0.2


@pytest.mark.parametrize(
    ("kind", "name", "config", "value"),
    [
        (TOPIC_CONFIG, "t", "errors.deadletterqueue.group.enable", "true"),
        (TOPIC_CONFIG, "t", "remote.copy.lag.ms", "-1"),
        (TOPIC_CONFIG, "t", "max.decompressed.message.bytes", "1"),
        (GROUP, "g", "errors.deadletterqueue.topic.name", "dlq.a"),
        (GROUP, "g", "streams.assignor.name", "sticky"),
        (GROUP, "g", "consumer.assignor.offload.enable", "false"),
    ],
)
@pytest.mark.parametrize("level", [7, 33])
def test_configs_that_came_with_4_4_are_set_at_every_level(kind, name, config, value, level):
    topic = TopicRecord(name="t", topic_id=Uuid(bytes([1] * 16)))
    state = state_of(feature("metadata.version", level), topic)
    (record,) = incremental_records(state, Resource(kind, name), {config: Change(SET, value)})
    assert (record.name, record.value) == (config, value)


def refused(kind, name, config, value, **static):
    """The text with which a value is refused."""
    topic = TopicRecord(name="t", topic_id=Uuid(bytes([1] * 16)))
    state = state_of(feature("metadata.version", 33), topic, **static)
    with pytest.raises(Refusal) as refusal:
        incremental_records(state, Resource(kind, name), {config: Change(SET, value)})
    assert refusal.value.code == ErrorCode.INVALID_CONFIG
    return refusal.value.text


@pytest.mark.parametrize(
    ("config", "value", "text"),
    [
        (
            "consumer.session.timeout.ms",
            "1",
            "consumer.session.timeout.ms must be in the range 45000 to 60000 inclusive.",
        ),
        (
            "consumer.heartbeat.interval.ms",
            "99999",
            "consumer.heartbeat.interval.ms must be in the range 5000 to 15000 inclusive.",
        ),
        (
            "streams.num.standby.replicas",
            "3",
            "streams.num.standby.replicas must be less than or equal to 2",
        ),
        (
            "streams.task.offset.interval.ms",
            "14999",
            "streams.task.offset.interval.ms must be greater than or equal to 15000",
        ),
        (
            "streams.rack.aware.assignment.tags",
            " a ,b, a",
            "streams.rack.aware.assignment.tags must not contain duplicate tag keys.",
        ),
        (
            "streams.assignor.name",
            "none",
            (
                "streams.assignor.name 'none' is not a registered task assignor. Registered"
                " assignors are: [sticky]."
            ),
        ),
        (
            "errors.deadletterqueue.topic.name",
            "__a",
            "errors.deadletterqueue.topic.name: DLQ topic name must not start with '__'",
        ),
    ],
)
def test_groups_have_the_bounds_of_4_4_0(config, value, text):
    assert refused(GROUP, "g", config, value) == text


def test_group_heartbeats_come_before_its_session_ends():
    """GroupConfig.validateSessionExceedsHeartbeat: what is not set is the broker's."""
    static = {
        "group.consumer.session.timeout.ms": "15000",
        "group.consumer.min.session.timeout.ms": "15000",
    }
    text = refused(GROUP, "g", "consumer.heartbeat.interval.ms", "15000", **static)
    assert text == "consumer.session.timeout.ms must be greater than consumer.heartbeat.interval.ms"


def test_group_config_is_set_while_the_default_of_another_is_out_of_bounds():
    """4.3.1 refuses this: it checks the defaults as well."""
    static = {"group.consumer.session.timeout.ms": "70000"}
    state = state_of(feature("metadata.version", 33), **static)
    change = {"share.isolation.level": Change(SET, "read_committed")}
    (record,) = incremental_records(state, Resource(GROUP, "g"), change)
    assert record.value == "read_committed"


def test_copies_to_remote_storage_lag_no_longer_than_a_segment_is_kept():
    topic = TopicRecord(name="t", topic_id=Uuid(bytes([1] * 16)))
    state = state_of(
        feature("metadata.version", 33), topic, **{"remote.log.storage.system.enable": "true"}
    )
    values = {"remote.storage.enable": "true", "retention.ms": "3", "remote.copy.lag.ms": "4"}
    changes = {name: Change(SET, value) for name, value in values.items()}
    with pytest.raises(Refusal, match=r"must not exceed local.retention.ms \(effective value: 3"):
        incremental_records(state, Resource(TOPIC_CONFIG, "t"), changes)


@pytest.mark.parametrize(
    ("name", "text"), [("0", "No node with id 0 found"), ("-1", "Invalid negative broker ID")]
)
def test_zero_is_the_lowest_id_of_a_broker(name, text):
    state = state_of(feature("metadata.version", 33))
    changes = {"background.threads": Change(SET, "12")}
    with pytest.raises(Refusal, match=text):
        incremental_records(state, Resource(BROKER_CONFIG, name), changes)


def test_length_of_a_name_counts_chars_of_java():
    texts = ("a", "\uffff", "\U00010000", "a\U0010ffff")
    assert [_utf16_length(each) for each in texts] == [1, 1, 2, 3]


@pytest.mark.parametrize(
    ("text", "parts"),
    [("", [""]), (",", []), ("a,,", ["a"]), (",a", ["", "a"]), ("a", ["a"]), (" ", [" "])],
)
def test_lists_are_split_as_by_java(text, parts):
    """String.split drops empty parts at the end, but the only part of a text without separator."""
    assert java_split(text) == parts
