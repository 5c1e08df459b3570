"""Changes of lists of values: what APPEND and SUBTRACT leave, also of the longest lists."""

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
    incremental_records,
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
    ("kind", "name", "config"),
    [
        (TOPIC_CONFIG, "t", "errors.deadletterqueue.group.enable"),
        (TOPIC_CONFIG, "t", "remote.copy.lag.ms"),
        (GROUP, "g", "errors.deadletterqueue.topic.name"),
    ],
)
def test_configs_that_came_with_4_4_are_unknown_at_its_level_too(kind, name, config):
    """Divergence A38; the same record of another leader is replayed."""
    topic = TopicRecord(name="t", topic_id=Uuid(bytes([1] * 16)))
    state = state_of(feature("metadata.version", 33), topic)
    with pytest.raises(Refusal, match=f"Unknown .* config name: {config}") as refused:
        incremental_records(state, Resource(kind, name), {config: Change(SET, "x")})
    assert refused.value.code == ErrorCode.INVALID_CONFIG
    state.image.replay_metadata(
        ConfigRecord(resource_type=kind, resource_name=name, name=config, value="x")
    )
    assert state.image.configs[kind, name] == {config: "x"}
