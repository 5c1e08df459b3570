from __future__ import annotations

import pytest

from kraft_core.admin import Admin, RequestRefusedError, VoterEndpoint
from kraft_core.client import ClientError
from kraft_wire.messages import (
    AddRaftVoterRequest,
    AddRaftVoterResponse,
    DescribeQuorumRequest,
    DescribeQuorumResponse,
    RemoveRaftVoterRequest,
    RemoveRaftVoterResponse,
)
from tests.admin.pretended import DIRECTORY, HASTY, described, node, voter


def test_description_has_leader_and_endpoints():
    answer = described([voter(2, 40), voter(1, 42)])
    with node({DescribeQuorumRequest: answer}) as peer, Admin(peer.address) as admin:
        found = admin.describe_quorum()
    assert found.leader.log_end_offset == 42
    assert [str(each) for each in found.endpoints_of(1)] == ["CONTROLLER://[::1]:9093"]
    assert found.endpoints_of(2) == ()


def test_a_leader_that_removes_itself_is_said():
    answer = described([voter(2, 40)])
    with (
        node({DescribeQuorumRequest: answer}) as peer,
        Admin(peer.address) as admin,
        pytest.raises(ClientError, match="the leader, node 1, is not among the voters"),
    ):
        _ = admin.describe_quorum().leader


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (DescribeQuorumResponse(), "does not contain the metadata log"),
        (described([], error_code=3, text="no such topic"), "no such topic"),
        (described([], error_code=3), "error 3 .UNKNOWN_TOPIC_OR_PARTITION"),
        (DescribeQuorumResponse(error_code=31, error_message=None), "CLUSTER_AUTHORIZATION_FAILED"),
    ],
)
def test_invalid_description_is_refused(answer, sentence):
    with (
        node({DescribeQuorumRequest: answer}) as peer,
        Admin(peer.address, settings=HASTY) as admin,
        pytest.raises(ClientError, match=sentence),
    ):
        admin.describe_quorum()


def test_a_voter_is_added_and_removed():
    script = {
        AddRaftVoterRequest: AddRaftVoterResponse(error_message=None),
        RemoveRaftVoterRequest: RemoveRaftVoterResponse(error_message=None),
    }
    endpoint = VoterEndpoint("CONTROLLER", "c4", 9093)
    with node(script) as peer, Admin(peer.address) as admin:
        admin.add_voter(4, DIRECTORY, [endpoint])
        admin.remove_voter(5, DIRECTORY)
    (added,) = peer.asked(AddRaftVoterRequest)
    (listener,) = added.listeners
    assert (added.voter_id, added.voter_directory_id, added.cluster_id) == (4, DIRECTORY, None)
    assert added.ack_when_committed
    assert (listener.name, listener.host, listener.port) == endpoint
    (removed,) = peer.asked(RemoveRaftVoterRequest)
    assert (removed.voter_id, removed.voter_directory_id, removed.cluster_id) == (
        5,
        DIRECTORY,
        None,
    )


def test_refusals_have_code_and_text():
    script = {
        AddRaftVoterRequest: AddRaftVoterResponse(error_code=126, error_message="there already"),
        RemoveRaftVoterRequest: RemoveRaftVoterResponse(error_code=127, error_message=None),
    }
    with node(script) as peer, Admin(peer.address) as admin:
        with pytest.raises(RequestRefusedError, match="there already") as refused:
            admin.add_voter(4, DIRECTORY, [])
        assert refused.value.code == 126
        with pytest.raises(RequestRefusedError, match="VOTER_NOT_FOUND"):
            admin.remove_voter(5, DIRECTORY)
