"""Configuration: defaults of Kafka, what is refused, what is derived."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus.config import RaftConfig
from kraft_core.raft.consensus.values import Node, ReplicaKey
from tests.support.lone_core import directory


def config(**changes):
    values = {"node_id": 1, "directory_id": directory(1), "cluster_id": "c"}
    return RaftConfig(**{**values, **changes})


def test_defaults_are_those_of_kafka():
    found = config()
    assert (found.election_timeout_ms, found.fetch_timeout_ms) == (1000, 2000)
    assert (found.election_backoff_max_ms, found.request_timeout_ms) == (1000, 2000)
    assert (found.retry_backoff_ms, found.fetch_max_wait_ms) == (20, 500)
    assert found.fetch_max_bytes == found.fetch_snapshot_max_bytes == 1048576
    assert found.check_quorum_timeout_ms == 3000
    assert found.begin_quorum_epoch_period_ms == 1000
    assert found.update_voter_period_ms == 2000
    assert not found.auto_join


@pytest.mark.parametrize(
    "changes",
    [
        {"directory_id": b""},
        {"directory_id": bytes(16)},
        {"directory_id": b"x" * 15},
        {"directory_id": b"x" * 17},
        {"node_id": -1},
    ],
)
def test_invalid_configuration_is_refused(changes):
    with pytest.raises(ValueError):
        config(**changes)


def test_lowest_node_id_is_zero():
    assert config(node_id=0).key == ReplicaKey(0, directory(1))


def test_keys_and_bootstrap_nodes():
    assert config().key == ReplicaKey(1, directory(1))
    assert config(node_id=None).key is None
    servers = (("a", 1), ("b", 2))
    assert config(bootstrap_servers=servers).bootstrap_nodes == (Node(-2, "a", 1), Node(-3, "b", 2))
