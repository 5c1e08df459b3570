"""AddRaftVoter, RemoveRaftVoter and UpdateRaftVoter field by field."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.values import Endpoint, LeaderAndEpoch, ReplicaKey, VersionRange
from kraft_core.raft.replica.rpc_mapping.voters import (
    add_raft_voter_response_to_wire,
    add_raft_voter_to_wire,
    remove_raft_voter_response_to_wire,
    update_raft_voter_response_from_wire,
    update_raft_voter_response_to_wire,
    update_raft_voter_to_wire,
)
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import UpdateRaftVoterResponse
from kraft_wire.primitives import Uuid

ID = bytes(range(16))
KEY = ReplicaKey(4, ID)


def test_auto_join_asks_for_an_early_answer():
    endpoints = (Endpoint("CONTROLLER", "host4", 9093),)
    message = add_raft_voter_to_wire(
        rpc.AddRaftVoter("c", KEY, endpoints, ack_when_committed=False, timeout_ms=2000)
    )
    assert (message.voter_id, message.voter_directory_id) == (4, Uuid(ID))
    assert (message.timeout_ms, message.ack_when_committed) == (2000, False)
    assert [(each.name, each.host, each.port) for each in message.listeners] == [
        ("CONTROLLER", "host4", 9093)
    ]


def test_texts_go_out_as_they_are_null_or_empty():
    for write, kind in (
        (add_raft_voter_response_to_wire, rpc.AddRaftVoterResponse),
        (remove_raft_voter_response_to_wire, rpc.RemoveRaftVoterResponse),
    ):
        assert write(kind()).error_message is None
        assert write(kind(ErrorCode.NOT_LEADER_OR_FOLLOWER, "")).error_message == ""
        assert write(kind(ErrorCode.DUPLICATE_VOTER, "why")).error_code == 126


def test_update_says_what_it_supports():
    request = rpc.UpdateRaftVoter("c", 9, KEY, (), VersionRange(0, 1))
    feature = update_raft_voter_to_wire(request).kraft_version_feature
    assert (feature.min_supported_version, feature.max_supported_version) == (0, 1)


def test_update_response_always_names_the_leader():
    nobody = update_raft_voter_response_to_wire(
        rpc.UpdateRaftVoterResponse(ErrorCode.INCONSISTENT_CLUSTER_ID, LeaderAndEpoch(None, 7))
    )
    read = UpdateRaftVoterResponse.decode(nobody.encode(0), 0)
    current = read.current_leader
    assert (current.leader_id, current.leader_epoch, current.host, current.port) == (-1, 7, "", 0)
    assert update_raft_voter_response_from_wire(read, "C").leader_endpoint is None


def test_the_endpoint_is_filed_under_our_listener():
    cls = UpdateRaftVoterResponse
    message = cls(current_leader=cls.CurrentLeader(leader_id=2, leader_epoch=7, host="h", port=5))
    told = update_raft_voter_response_from_wire(message, "OURS")
    assert told.leader_endpoint == Endpoint("OURS", "h", 5)


@pytest.mark.parametrize(
    ("host", "port", "leader_id"), [("h", 70_000, 2), ("h", -1, 2), ("h", 5, -1)]
)
def test_incomplete_endpoint_of_a_leader_is_none(host, port, leader_id):
    cls = UpdateRaftVoterResponse
    current = cls.CurrentLeader(leader_id=leader_id, leader_epoch=7, host=host, port=port)
    told = update_raft_voter_response_from_wire(cls(current_leader=current), "OURS")
    assert told.leader_endpoint is None
