"""Changes of lists of values: what APPEND and SUBTRACT leave, also of the longest lists."""

import time

import pytest

from kraft_core.controller.configs import (
    APPEND,
    SUBTRACT,
    Change,
    Resource,
    incremental_records,
)
from kraft_core.image import BROKER_CONFIG
from kraft_wire.messages import ConfigRecord
from tests.controller.content import state_of

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
