"""Answers come back from the wire as they were, less what their version cannot say."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.values import LeaderAndEpoch
from kraft_core.raft.replica.rpc_mapping import response_from_wire, response_to_wire
from kraft_wire.errors import DecodeError, UnknownMessageError
from kraft_wire.messages import HeartbeatResponse, response_class
from tests.support.rpc_strategies import LISTENER, responses

KINDS = {
    rpc.FetchResponse: (1, 13, 18, 17),
    rpc.VoteResponse: (52, 0, 2, 1),
    rpc.BeginQuorumEpochResponse: (53, 0, 1, 1),
    rpc.EndQuorumEpochResponse: (54, 0, 1, 1),
    rpc.FetchSnapshotResponse: (59, 0, 1, 1),
    rpc.AddRaftVoterResponse: (80, 0, 1, 0),
    rpc.RemoveRaftVoterResponse: (81, 0, 0, 0),
    rpc.UpdateRaftVoterResponse: (82, 0, 0, 0),
}
"""API key, lowest and highest version that we are answered in, first version with endpoints."""


def what_arrives(response, version):
    kind = type(response)
    if getattr(response, "top_error", 0):
        return kind(top_error=response.top_error)
    knows_nobody = hasattr(response, "leader") and response.leader.leader_id is None
    if hasattr(response, "leader_endpoint") and (version < KINDS[kind][3] or knows_nobody):
        response = replace(response, leader_endpoint=None)
    return response


@given(responses, st.data())
def test_round_trip_in_every_version(response, data):
    api_key, lowest, highest, _ = KINDS[type(response)]
    version = data.draw(st.integers(lowest, highest), label="version")
    encoded = response_to_wire(response, version).encode(version)
    message = response_class(api_key).decode(encoded, version)
    assert response_from_wire(message, LISTENER) == what_arrives(response, version)


@pytest.mark.parametrize("kind", KINDS, ids=lambda each: each.__name__)
def test_a_plain_answer_can_be_written_in_every_version_that_asks(kind):
    api_key, lowest, highest, _ = KINDS[kind]
    assert response_class(api_key).VERSIONS[1] == highest
    for version in range(lowest, highest + 1):
        assert response_to_wire(kind(), version).encode(version)


def test_an_answer_about_something_else_is_none():
    for api_key in (1, 52, 53, 54, 59):
        with pytest.raises(DecodeError):
            response_from_wire(response_class(api_key)(), LISTENER)
    with pytest.raises(UnknownMessageError):
        response_from_wire(HeartbeatResponse(), LISTENER)


def test_unknown_leader_is_minus_one_on_the_wire():
    answer = rpc.VoteResponse(leader=LeaderAndEpoch(None, 3))
    message = response_to_wire(answer, 2)
    assert message.topics[0].partitions[0].leader_id == -1
    assert response_from_wire(message, LISTENER) == answer
