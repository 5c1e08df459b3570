"""The functions that read and write each message, and the versions that can carry a request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, assert_never

from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.values import VersionRange
from kraft_core.raft.replica.rpc_mapping import election, fetch, voters
from kraft_core.raft.topic import KAFKAS_TOPIC, QuorumTopic
from kraft_wire.errors import ErrorCode, UnknownMessageError
from kraft_wire.message import Message
from kraft_wire.messages import (
    AddRaftVoterRequest,
    AddRaftVoterResponse,
    ApiVersionsRequest,
    ApiVersionsResponse,
    BeginQuorumEpochRequest,
    BeginQuorumEpochResponse,
    DescribeQuorumRequest,
    EndQuorumEpochRequest,
    EndQuorumEpochResponse,
    FetchRequest,
    FetchResponse,
    FetchSnapshotRequest,
    FetchSnapshotResponse,
    RemoveRaftVoterRequest,
    RemoveRaftVoterResponse,
    UpdateRaftVoterRequest,
    UpdateRaftVoterResponse,
    VoteRequest,
    VoteResponse,
    response_class,
)

_CLASSES: Final[dict[type[Any], type[Message]]] = {
    rpc.Fetch: FetchRequest,
    rpc.Vote: VoteRequest,
    rpc.BeginQuorumEpoch: BeginQuorumEpochRequest,
    rpc.EndQuorumEpoch: EndQuorumEpochRequest,
    rpc.FetchSnapshot: FetchSnapshotRequest,
    rpc.AddRaftVoter: AddRaftVoterRequest,
    rpc.RemoveRaftVoter: RemoveRaftVoterRequest,
    rpc.UpdateRaftVoter: UpdateRaftVoterRequest,
    rpc.ApiVersions: ApiVersionsRequest,
}
_PRE_VOTE_FROM: Final = 2
_EARLY_ACK_FROM: Final = 1


def _carrying(cls: type[Message]) -> tuple[int, VersionRange]:
    """Return the API key of a request, and the versions that can carry its content."""
    lowest, highest = cls.VERSIONS
    if cls is FetchRequest:
        lowest = fetch.FIRST_WITH_TOPIC_ID
    return cls.API_KEY or 0, VersionRange(lowest, highest)


_VERSIONS: Final = {kind: _carrying(cls) for kind, cls in _CLASSES.items()}

ANSWERED_API_KEYS: Final = (1, 52, 53, 54, 55, 59, 80, 81, 82)
"""The requests that a replica answers itself."""


@dataclass(frozen=True, slots=True)
class WireRequest:
    """An own request, to be written in any of `versions`: the peer's ApiVersions decides.

    A peer that shares none of them cannot be asked: that is a RequestFailed UNSUPPORTED.
    """

    request: rpc.OutgoingRequest
    api_key: int
    versions: VersionRange
    topic: QuorumTopic = KAFKAS_TOPIC

    def message(self, api_version: int) -> Message:
        """Return the message in one of `versions`."""
        return request_to_wire(self.request, api_version, self.topic)


def wire_request(request: rpc.OutgoingRequest, topic: QuorumTopic = KAFKAS_TOPIC) -> WireRequest:
    """Return a request with the versions that can carry it."""
    api_key, versions = _VERSIONS[type(request)]
    match request:
        case rpc.Vote(pre_vote=True):
            versions = VersionRange(_PRE_VOTE_FROM, versions.highest)
        case rpc.AddRaftVoter(ack_when_committed=False):
            versions = VersionRange(_EARLY_ACK_FROM, versions.highest)
    return WireRequest(request, api_key, versions, topic)


def request_to_wire(
    request: rpc.OutgoingRequest, api_version: int, topic: QuorumTopic = KAFKAS_TOPIC
) -> Message:
    """Return the message of an own request in that version."""
    match request:
        case rpc.Fetch():
            return fetch.fetch_to_wire(request, api_version, topic)
        case rpc.Vote():
            return election.vote_to_wire(request, topic)
        case rpc.BeginQuorumEpoch():
            return election.begin_quorum_epoch_to_wire(request, topic)
        case rpc.EndQuorumEpoch():
            return election.end_quorum_epoch_to_wire(request, topic)
        case rpc.FetchSnapshot():
            return fetch.fetch_snapshot_to_wire(request, topic)
        case rpc.AddRaftVoter():
            return voters.add_raft_voter_to_wire(request)
        case rpc.RemoveRaftVoter():
            return voters.remove_raft_voter_to_wire(request)
        case rpc.UpdateRaftVoter():
            return voters.update_raft_voter_to_wire(request)
        case rpc.ApiVersions():
            return voters.probe_to_wire()
        case _:
            assert_never(request)


def request_from_wire(
    message: Message, api_version: int, cluster_id: str, topic: QuorumTopic = KAFKAS_TOPIC
) -> rpc.Request | Message:
    """Return a received request, or its answer if consensus is not needed for that.

    A message about anything but the quorum's partition is answered here, but a wrong cluster id,
    which consensus would refuse, comes first. Raises UnknownMessageError for a message that is none
    of `ANSWERED_API_KEYS`.
    """
    found = _read(message, api_version, topic)
    if found is None:
        theirs = getattr(message, "cluster_id", None)
        is_foreign = theirs is not None and theirs != cluster_id
        code = ErrorCode.INCONSISTENT_CLUSTER_ID if is_foreign else ErrorCode.INVALID_REQUEST
        return _top_level(message, code)
    if isinstance(found, Message) and isinstance(message, FetchSnapshotRequest):
        is_foreign = message.cluster_id not in {None, cluster_id}
        return _top_level(message, ErrorCode.INCONSISTENT_CLUSTER_ID) if is_foreign else found
    return found


def _read(message: Message, api_version: int, topic: QuorumTopic) -> rpc.Request | Message | None:
    match message:
        case FetchRequest():
            return fetch.fetch_from_wire(message, api_version, topic)
        case VoteRequest():
            return election.vote_from_wire(message, topic)
        case BeginQuorumEpochRequest():
            return election.begin_quorum_epoch_from_wire(message, topic)
        case EndQuorumEpochRequest():
            return election.end_quorum_epoch_from_wire(message, topic)
        case FetchSnapshotRequest():
            return fetch.fetch_snapshot_from_wire(message, topic)
        case DescribeQuorumRequest():
            return voters.describe_quorum_from_wire(message, topic)
        case AddRaftVoterRequest():
            return voters.add_raft_voter_from_wire(message)
        case RemoveRaftVoterRequest():
            return voters.remove_raft_voter_from_wire(message)
        case UpdateRaftVoterRequest():
            return voters.update_raft_voter_from_wire(message)
    raise UnknownMessageError(f"a replica does not answer {type(message).__name__}")


def _top_level(message: Message, code: ErrorCode) -> Message:
    response: Any = response_class(message.API_KEY or 0)
    answer: Message = response(error_code=code)
    return answer


def response_to_wire(
    response: rpc.Response, api_version: int, topic: QuorumTopic = KAFKAS_TOPIC
) -> Message:
    """Return the message of an own answer, in the version of the request."""
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
            return fetch.fetch_snapshot_response_to_wire(response, api_version, topic)
        case rpc.AddRaftVoterResponse():
            return voters.add_raft_voter_response_to_wire(response)
        case rpc.RemoveRaftVoterResponse():
            return voters.remove_raft_voter_response_to_wire(response)
        case rpc.UpdateRaftVoterResponse():
            return voters.update_raft_voter_response_to_wire(response)
        case rpc.DescribeQuorumResponse():
            return voters.describe_quorum_response_to_wire(response, api_version, topic)
        case _:
            assert_never(response)


def response_from_wire(
    message: Message, listener: str, topic: QuorumTopic = KAFKAS_TOPIC
) -> rpc.IncomingResponse:
    """Return a received answer. Its endpoints are stored under this node's default listener.

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
            return fetch.fetch_snapshot_response_from_wire(message, listener, topic)
        case AddRaftVoterResponse():
            return voters.add_raft_voter_response_from_wire(message)
        case RemoveRaftVoterResponse():
            return voters.remove_raft_voter_response_from_wire(message)
        case UpdateRaftVoterResponse():
            return voters.update_raft_voter_response_from_wire(message, listener)
        case ApiVersionsResponse():
            return voters.probe_response_from_wire(message)
    raise UnknownMessageError(
        f"{type(message).__name__} is not a response to a request of a replica"
    )
