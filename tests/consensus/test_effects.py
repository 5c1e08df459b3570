"""The outputs: a closed union of frozen values."""

from __future__ import annotations

from typing import get_args

import pytest

from kraft_core.consensus import effects
from kraft_core.consensus.effects import Effect
from kraft_core.consensus.notes import Note
from tests.consensus.test_events import dataclasses_of


def test_the_union_has_every_effect():
    assert set(get_args(Effect)) == dataclasses_of(effects) | {Note}


@pytest.mark.parametrize("kind", get_args(Effect), ids=lambda kind: kind.__name__)
def test_effects_are_frozen_and_explained(kind):
    assert kind.__dataclass_params__.frozen
    assert kind.__doc__
