"""Responses of the protocol, both ways: our answers, and the answers to us."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from kraft_core.consensus import rpc
from kraft_core.quorum_topic import KAFKAS_TOPIC
from kraft_core.replica.rpc_mapping import (
    describe_quorum,
    election,
    feature_probe,
    fetch,
    fetch_snapshot,
    voter_changes,
)
from kraft_wire.errors import UnknownMessageError
from kraft_wire.messages import (
    AddRaftVoterResponse,
    ApiVersionsResponse,
    BeginQuorumEpochResponse,
    EndQuorumEpochResponse,
    FetchResponse,
    FetchSnapshotResponse,
    RemoveRaftVoterResponse,
    UpdateRaftVoterResponse,
    VoteResponse,
)

if TYPE_CHECKING:
    from kraft_core.quorum_topic import QuorumTopic
    from kraft_wire.message import Message


def response_to_wire(
    response: rpc.Response, api_version: int, topic: QuorumTopic = KAFKAS_TOPIC
) -> Message:
    """The message of an answer of ours, in the version of the request."""
    match response:
        case rpc.FetchResponse():
            return fetch.fetch_response_to_wire(response, api_version, topic)
        case rpc.VoteResponse():
            return election.vote_response_to_wire(response, api_version, topic)
        case rpc.BeginQuorumEpochResponse():
            return election.quorum_epoch_response_to_wire(
                response, BeginQuorumEpochResponse, api_version, topic
            )
        case rpc.EndQuorumEpochResponse():
            return election.quorum_epoch_response_to_wire(
                response, EndQuorumEpochResponse, api_version, topic
            )
        case rpc.FetchSnapshotResponse():
            return fetch_snapshot.fetch_snapshot_response_to_wire(response, api_version, topic)
        case rpc.AddRaftVoterResponse():
            return voter_changes.add_raft_voter_response_to_wire(response)
        case rpc.RemoveRaftVoterResponse():
            return voter_changes.remove_raft_voter_response_to_wire(response)
        case rpc.UpdateRaftVoterResponse():
            return voter_changes.update_raft_voter_response_to_wire(response)
        case rpc.DescribeQuorumResponse():
            return describe_quorum.describe_quorum_response_to_wire(response, api_version, topic)
        case _:
            assert_never(response)


def response_from_wire(
    message: Message, listener: str, topic: QuorumTopic = KAFKAS_TOPIC
) -> rpc.IncomingResponse:
    """An answer to us. Endpoints in it are filed under our own default listener.

    Raises DecodeError for an answer about another partition or with damaged records, and
    UnknownMessageError for a message that answers none of our requests.
    """
    match message:
        case FetchResponse():
            return fetch.fetch_response_from_wire(message, listener, topic)
        case VoteResponse():
            return election.vote_response_from_wire(message, listener, topic)
        case BeginQuorumEpochResponse():
            return election.quorum_epoch_response_from_wire(
                message, rpc.BeginQuorumEpochResponse, listener, topic
            )
        case EndQuorumEpochResponse():
            return election.quorum_epoch_response_from_wire(
                message, rpc.EndQuorumEpochResponse, listener, topic
            )
        case FetchSnapshotResponse():
            return fetch_snapshot.fetch_snapshot_response_from_wire(message, listener, topic)
        case AddRaftVoterResponse():
            return voter_changes.add_raft_voter_response_from_wire(message)
        case RemoveRaftVoterResponse():
            return voter_changes.remove_raft_voter_response_from_wire(message)
        case UpdateRaftVoterResponse():
            return voter_changes.update_raft_voter_response_from_wire(message, listener)
        case ApiVersionsResponse():
            return feature_probe.probe_response_from_wire(message)
    raise UnknownMessageError(f"{type(message).__name__} answers nothing that a replica asks")
