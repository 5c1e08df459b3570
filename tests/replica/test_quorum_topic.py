"""A topic of one's own: what may be one, and that messages name it and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given

from kraft_core.raft.consensus import rpc
from kraft_core.raft.replica.rpc_mapping import (
    request_from_wire,
    response_from_wire,
    response_to_wire,
    wire_request,
)
from kraft_core.raft.topic import KAFKAS_TOPIC, QuorumTopic
from kraft_wire.errors import DecodeError
from kraft_wire.message import Message
from kraft_wire.messages import DescribeQuorumRequest, request_class, response_class
from kraft_wire.primitives import ZERO_UUID, Uuid
from tests.support.rpc_strategies import requests, responses

OWN_ID = Uuid(bytes(range(16)))
OWN = QuorumTopic("ledger", OWN_ID)
WITHOUT_TOPIC = (
    rpc.AddRaftVoter,
    rpc.RemoveRaftVoter,
    rpc.UpdateRaftVoter,
    rpc.ApiVersions,
    rpc.AddRaftVoterResponse,
    rpc.RemoveRaftVoterResponse,
    rpc.UpdateRaftVoterResponse,
)


def test_folder_of_a_topic_is_its_name_and_partition():
    assert (KAFKAS_TOPIC.name, KAFKAS_TOPIC.folder) == (
        "__cluster_metadata",
        "__cluster_metadata-0",
    )
    assert str(KAFKAS_TOPIC.topic_id) == "AAAAAAAAAAAAAAAAAAAAAQ"
    assert OWN.folder == "ledger-0"


@pytest.mark.parametrize(
    ("name", "topic_id"),
    [
        (KAFKAS_TOPIC.name, OWN_ID),
        ("x", KAFKAS_TOPIC.topic_id),
        ("", OWN_ID),
        ("a/b", OWN_ID),
        ("x", ZERO_UUID),
    ],
)
def test_incomplete_custom_topic_is_refused(name, topic_id):
    with pytest.raises(ValueError, match="topic"):
        QuorumTopic(name, topic_id)


@given(requests)
def test_requests_for_a_custom_topic_are_refused_elsewhere(request_):
    wire = wire_request(request_, OWN)
    version = wire.versions.highest
    data = wire.message(version).encode(version)

    def asked(topic: QuorumTopic) -> object:
        message = request_class(wire.api_key).decode(data, version)
        return request_from_wire(message, version, "c", topic)

    assert type(asked(OWN)) is type(request_)
    if not isinstance(request_, WITHOUT_TOPIC):
        assert isinstance(asked(KAFKAS_TOPIC), Message)


API_KEYS = {
    rpc.FetchResponse: 1,
    rpc.VoteResponse: 52,
    rpc.BeginQuorumEpochResponse: 53,
    rpc.EndQuorumEpochResponse: 54,
    rpc.FetchSnapshotResponse: 59,
    rpc.AddRaftVoterResponse: 80,
    rpc.RemoveRaftVoterResponse: 81,
    rpc.UpdateRaftVoterResponse: 82,
}


@given(responses)
def test_answers_for_a_custom_topic_are_invalid_elsewhere(response):
    cls = response_class(API_KEYS[type(response)])
    version = cls.VERSIONS[1]
    data = response_to_wire(response, version, OWN).encode(version)
    assert type(response_from_wire(cls.decode(data, version), "C", OWN)) is type(response)
    if isinstance(response, WITHOUT_TOPIC) or getattr(response, "top_error", 0):
        return
    with pytest.raises(DecodeError, match="partition 0 of __cluster_metadata"):
        response_from_wire(cls.decode(data, version), "C", KAFKAS_TOPIC)


def test_custom_quorum_is_described_by_its_name():
    def asked(name: str) -> object:
        partition = DescribeQuorumRequest.PartitionData(partition_index=0)
        topic = DescribeQuorumRequest.TopicData(topic_name=name, partitions=(partition,))
        return request_from_wire(DescribeQuorumRequest(topics=(topic,)), 2, "c", OWN)

    assert asked("ledger") == rpc.DescribeQuorum()
    refusal = asked(KAFKAS_TOPIC.name)
    assert "ledger" in refusal.topics[0].partitions[0].error_message
    described = response_to_wire(rpc.DescribeQuorumResponse(), 2, OWN)
    assert described.topics[0].topic_name == "ledger"
