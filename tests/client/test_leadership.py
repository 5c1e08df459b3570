from __future__ import annotations

import pytest

from kraft_core.client.errors import ConnectionLostError, RefusedError, WrongClusterError
from kraft_core.client.metadata_log import (
    FetchAnswer,
    checked_answer,
    denies_leadership,
    why_not_leader,
)
from kraft_core.client.settings import Endpoint
from kraft_wire.messages import (
    AddRaftVoterResponse,
    DescribeQuorumResponse,
    FetchResponse,
    VoteResponse,
)

NODE = Endpoint("c1", 9093)


def described(error):
    partition = DescribeQuorumResponse.PartitionData(error_code=error)
    topic = DescribeQuorumResponse.TopicData(partitions=(partition,))
    return DescribeQuorumResponse(topics=(topic,))


@pytest.mark.parametrize(
    ("response", "denies"),
    [
        (AddRaftVoterResponse(error_code=41), True),
        (AddRaftVoterResponse(error_code=6), True),
        (AddRaftVoterResponse(error_code=42), False),
        (AddRaftVoterResponse(), False),
        (described(6), True),
        (described(3), False),
    ],
)
def test_not_leader_error_is_found_at_any_level_of_a_response(response, denies):
    assert denies_leadership(response) is denies


def answer(error, leader_id):
    return FetchAnswer(0, error, leader_id, 3, None, -1, 0, None, None, b"")


@pytest.mark.parametrize("error", [6, 74, 75])
def test_not_leader_reason_names_the_known_leader(error):
    assert why_not_leader(NODE, answer(error, 2)) == "c1:9093 does not lead and names node 2"
    assert why_not_leader(NODE, answer(error, -1)) == "c1:9093 does not lead and knows no leader"


def test_other_errors_are_named():
    assert why_not_leader(NODE, answer(42, 2)) == "c1:9093 returned error 42 (INVALID_REQUEST)"


@pytest.mark.parametrize(
    ("code", "error"), [(104, WrongClusterError), (31, RefusedError), (-1, ConnectionLostError)]
)
def test_top_level_errors_have_a_meaning(code, error):
    with pytest.raises(error):
        checked_answer(FetchResponse(error_code=code), NODE)


def test_a_response_of_another_api_is_none():
    with pytest.raises(ConnectionLostError, match="sent an unexpected response"):
        checked_answer(VoteResponse(), NODE)
