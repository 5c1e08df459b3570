"""Limits that do not fit together are refused."""

from __future__ import annotations

import pytest

from kraft_core.raft.replica.config import ReplicaConfig


def test_defaults_are_those_of_kafka():
    config = ReplicaConfig()
    assert config.linger_ms == 25
    assert config.batch_bytes_max == 8_388_608
    assert config.snapshot_bytes == 20_971_520
    assert config.snapshot_interval_ms == 3_600_000
    assert config.retention_check_ms == 60_000


@pytest.mark.parametrize(
    "facts",
    [
        {"batch_bytes_target": 0},
        {"batch_bytes_target": 9 << 20},
        {"waiting_bytes_max": 1},
        {"apply_bytes_per_turn": 0},
        {"read_bytes": 0},
        {"snapshot_bytes_per_turn": 0},
        {"linger_ms": -1},
        {"snapshot_bytes": -1},
        {"snapshot_interval_ms": -1},
    ],
    ids=repr,
)
def test_contradictory_configuration_is_refused(facts):
    with pytest.raises(ValueError, match=r"contradict|above|negative"):
        ReplicaConfig(**facts)
