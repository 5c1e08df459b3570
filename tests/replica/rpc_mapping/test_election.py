"""Vote, BeginQuorumEpoch and EndQuorumEpoch field by field."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.values import Endpoint, LeaderAndEpoch, ReplicaKey
from kraft_core.raft.replica.rpc_mapping import response_to_wire
from kraft_core.raft.replica.rpc_mapping.election import (
    begin_quorum_epoch_to_wire,
    end_quorum_epoch_from_wire,
    end_quorum_epoch_to_wire,
    vote_from_wire,
    vote_response_from_wire,
    vote_to_wire,
)
from kraft_core.raft.topic import KAFKAS_TOPIC as OURS
from kraft_core.raft.topic import PARTITION
from kraft_wire.errors import DecodeError, ErrorCode
from kraft_wire.messages import EndQuorumEpochRequest, VoteRequest, VoteResponse
from kraft_wire.primitives import ZERO_UUID, Uuid

ID = bytes(range(16))
LEADER = LeaderAndEpoch(2, 9)
ENDPOINT = Endpoint("CONTROLLER", "host2", 65535)


def test_vote_request_is_written_field_by_field():
    request = rpc.Vote("c", 3, None, ReplicaKey(1, ID), 5, 4, 77, pre_vote=True)
    message = vote_to_wire(request, OURS)
    (topic,) = message.topics
    (partition,) = topic.partitions
    assert (message.cluster_id, message.voter_id, topic.topic_name) == ("c", 3, OURS.name)
    assert partition == VoteRequest.PartitionData(
        partition_index=PARTITION,
        replica_epoch=5,
        replica_id=1,
        replica_directory_id=Uuid(ID),
        voter_directory_id=ZERO_UUID,
        last_offset_epoch=4,
        last_offset=77,
        pre_vote=True,
    )
    assert vote_from_wire(message, OURS) == request


@pytest.mark.parametrize(
    "kind", [rpc.VoteResponse, rpc.BeginQuorumEpochResponse, rpc.EndQuorumEpochResponse]
)
def test_endpoints_from_version_1_on_and_only_of_a_known_leader(kind):
    known = kind(leader=LEADER, leader_endpoint=ENDPOINT)
    assert response_to_wire(known, 0).node_endpoints == ()
    (node,) = response_to_wire(known, 1).node_endpoints
    assert (node.node_id, node.host, node.port) == (2, "host2", 65535)
    nobody = kind(leader=LeaderAndEpoch(None, 9), leader_endpoint=ENDPOINT)
    assert response_to_wire(nobody, 1).node_endpoints == ()
    assert response_to_wire(kind(leader=LEADER), 1).node_endpoints == ()


@pytest.mark.parametrize(
    "kind", [rpc.VoteResponse, rpc.BeginQuorumEpochResponse, rpc.EndQuorumEpochResponse]
)
def test_top_level_error_has_no_partition(kind):
    message = response_to_wire(kind(top_error=ErrorCode.INCONSISTENT_CLUSTER_ID), 1)
    assert message == type(message)(error_code=104)


def test_partition_error_comes_with_the_leader():
    response = rpc.VoteResponse(error=ErrorCode.INVALID_VOTER_KEY, leader=LEADER)
    (partition,) = response_to_wire(response, 2).topics[0].partitions
    assert (partition.error_code, partition.leader_id, partition.leader_epoch) == (125, 2, 9)
    assert not partition.vote_granted


def test_the_endpoint_of_another_node_is_not_that_of_the_leader():
    partition = VoteResponse.PartitionData(leader_id=2, leader_epoch=9, vote_granted=True)
    topic = VoteResponse.TopicData(topic_name=OURS.name, partitions=(partition,))
    nodes = tuple(
        VoteResponse.NodeEndpoint(node_id=each, host=f"host{each}", port=each) for each in (1, 3)
    )
    told = vote_response_from_wire(VoteResponse(topics=(topic,), node_endpoints=nodes), "X", OURS)
    assert told == rpc.VoteResponse(leader=LEADER, vote_granted=True)


@pytest.mark.parametrize(("name", "number"), [(OURS.name, 1), ("other", 0)])
def test_an_answer_about_another_partition_is_none(name, number):
    partition = VoteResponse.PartitionData(partition_index=number)
    topic = VoteResponse.TopicData(topic_name=name, partitions=(partition,))
    with pytest.raises(DecodeError):
        vote_response_from_wire(VoteResponse(topics=(topic,)), "X", OURS)


def test_an_unknown_error_code_is_kept():
    told = vote_response_from_wire(VoteResponse(error_code=999), "X", OURS)
    assert told.top_error == 999


def test_begin_quorum_epoch_names_the_voter_and_every_listener():
    endpoints = (ENDPOINT, Endpoint("SECOND", "h", 1))
    message = begin_quorum_epoch_to_wire(rpc.BeginQuorumEpoch("c", 3, ID, 2, 9, endpoints), OURS)
    (partition,) = message.topics[0].partitions
    assert (message.voter_id, partition.voter_directory_id) == (3, Uuid(ID))
    assert [each.name for each in message.leader_endpoints] == ["CONTROLLER", "SECOND"]


def test_end_quorum_epoch_names_successors_in_both_forms():
    request = rpc.EndQuorumEpoch("c", 2, 9, (ReplicaKey(3, ID), ReplicaKey(1)))
    (partition,) = end_quorum_epoch_to_wire(request, OURS).topics[0].partitions
    assert partition.preferred_successors == (3, 1)
    candidates = [
        (each.candidate_id, each.candidate_directory_id) for each in partition.preferred_candidates
    ]
    assert candidates == [(3, Uuid(ID)), (1, ZERO_UUID)]


def test_ids_of_successors_count_where_there_are_no_candidates():
    cls = EndQuorumEpochRequest
    partition = cls.PartitionData(preferred_successors=(5, 6))
    message = cls(topics=(cls.TopicData(topic_name=OURS.name, partitions=(partition,)),))
    assert end_quorum_epoch_from_wire(message, OURS).preferred == (
        ReplicaKey(5),
        ReplicaKey(6),
    )
