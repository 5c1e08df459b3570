"""The inputs: a closed union of frozen values."""

from __future__ import annotations

import dataclasses
from typing import get_args

import pytest

from kraft_core.consensus import events
from kraft_core.consensus.events import DeadlineReached, Event, TurnEnded


def dataclasses_of(module):
    found = vars(module).values()
    return {
        each
        for each in found
        if dataclasses.is_dataclass(each) and each.__module__ == module.__name__
    }


def test_the_union_has_every_event():
    assert set(get_args(Event)) == dataclasses_of(events)


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
def test_events_are_frozen_and_explained(kind):
    assert kind.__dataclass_params__.frozen
    assert "__dict__" not in dir(kind)
    assert kind.__doc__


def test_events_of_different_kinds_are_never_equal():
    assert DeadlineReached() != TurnEnded()
    assert DeadlineReached() == DeadlineReached()
