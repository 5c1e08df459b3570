"""All targets in a fixed order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fuzz.batch_target import batch_targets
from tests.fuzz.capture_target import capture_targets
from tests.fuzz.connection_target import connection_targets
from tests.fuzz.framed_target import framed_targets
from tests.fuzz.json_target import json_targets
from tests.fuzz.legacy_target import LegacyTarget
from tests.fuzz.message_target import message_targets
from tests.fuzz.observer_target import observer_targets

if TYPE_CHECKING:
    from tests.fuzz.target import Target

_CONNECTION_WEIGHT = 25
_BATCH_WEIGHT = 20
_LEGACY_WEIGHT = 100
_FRAMED_WEIGHT = 15
_OBSERVER_WEIGHT = 10
_CAPTURE_WEIGHT = 3


def all_targets() -> list[Target]:
    """Every decoder; those that stand for many more often than once."""
    return [
        *message_targets(),
        *json_targets(),
        *connection_targets() * _CONNECTION_WEIGHT,
        *batch_targets() * _BATCH_WEIGHT,
        *[LegacyTarget()] * _LEGACY_WEIGHT,
        *framed_targets() * _FRAMED_WEIGHT,
        *observer_targets() * _OBSERVER_WEIGHT,
        *capture_targets() * _CAPTURE_WEIGHT,
    ]
