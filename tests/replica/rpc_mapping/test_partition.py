"""What all messages share."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus.values import Endpoint, LeaderAndEpoch
from kraft_core.raft.replica.rpc_mapping.partition import (
    endpoint_from_wire,
    leader_from_wire,
    leader_id_to_wire,
    listeners_from_wire,
)
from kraft_wire.messages import FetchResponse, VoteResponse


def test_negative_leader_id_means_no_leader():
    assert leader_from_wire(-1, 3) == LeaderAndEpoch(None, 3)
    assert leader_from_wire(-7, 3) == LeaderAndEpoch(None, 3)
    assert leader_from_wire(0, 3) == LeaderAndEpoch(0, 3)
    assert leader_id_to_wire(LeaderAndEpoch(None, 3)) == -1
    assert leader_id_to_wire(LeaderAndEpoch(0, 3)) == 0


def test_an_endpoint_is_found_by_the_leaders_id():
    nodes = [
        VoteResponse.NodeEndpoint(node_id=each, host=f"host{each}", port=each) for each in (1, 2)
    ]
    assert endpoint_from_wire(LeaderAndEpoch(2, 3), "L", nodes) == Endpoint("L", "host2", 2)
    assert endpoint_from_wire(LeaderAndEpoch(3, 3), "L", nodes) is None
    assert endpoint_from_wire(LeaderAndEpoch(None, 3), "L", nodes) is None


@pytest.mark.parametrize(("host", "port"), [("", 1), ("h", -1), ("h", 65536), ("h", 2**31 - 1)])
def test_an_endpoint_that_could_not_be_passed_on_is_none(host, port):
    node = FetchResponse.NodeEndpoint(node_id=2, host=host, port=port)
    assert endpoint_from_wire(LeaderAndEpoch(2, 3), "L", [node]) is None


def test_listeners_stay_as_they_came_but_of_one_name_the_last_counts():
    made = (Endpoint("a", "", 0), Endpoint("B", "h", 1))
    assert listeners_from_wire(made) == made
    assert listeners_from_wire((*made, Endpoint("A", "i", 2))) == (Endpoint("A", "i", 2), made[1])
