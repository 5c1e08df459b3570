"""Requests of the protocol, both ways: to ask others and to be asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, assert_never

from kraft_core.consensus import rpc
from kraft_core.consensus.values import VersionRange
from kraft_core.quorum_topic import KAFKAS_TOPIC, QuorumTopic
from kraft_core.replica.rpc_mapping import (
    describe_quorum,
    election,
    feature_probe,
    fetch,
    fetch_snapshot,
    voter_changes,
)
from kraft_wire.errors import ErrorCode, UnknownMessageError
from kraft_wire.message import Message
from kraft_wire.messages import (
    AddRaftVoterRequest,
    ApiVersionsRequest,
    BeginQuorumEpochRequest,
    DescribeQuorumRequest,
    EndQuorumEpochRequest,
    FetchRequest,
    FetchSnapshotRequest,
    RemoveRaftVoterRequest,
    UpdateRaftVoterRequest,
    VoteRequest,
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
    """The API key of a request, and the versions that can carry whatever it says."""
    lowest, highest = cls.VERSIONS
    if cls is FetchRequest:
        lowest = fetch.FIRST_WITH_TOPIC_ID
    return cls.API_KEY or 0, VersionRange(lowest, highest)


_VERSIONS: Final = {kind: _carrying(cls) for kind, cls in _CLASSES.items()}

ANSWERED_API_KEYS: Final = (1, 52, 53, 54, 55, 59, 80, 81, 82)
"""The requests that a replica answers itself."""


@dataclass(frozen=True, slots=True)
class WireRequest:
    """A request of ours, to be written in any of `versions`: the peer's ApiVersions decides.

    A peer that shares none of them cannot be asked: that is a RequestFailed UNSUPPORTED.
    """

    request: rpc.OutgoingRequest
    api_key: int
    versions: VersionRange
    topic: QuorumTopic = KAFKAS_TOPIC

    def message(self, api_version: int) -> Message:
        """The message in one of `versions`."""
        return request_to_wire(self.request, api_version, self.topic)


def wire_request(request: rpc.OutgoingRequest, topic: QuorumTopic = KAFKAS_TOPIC) -> WireRequest:
    """A request with the versions that can carry it."""
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
    """The message of a request of ours in that version."""
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
            return fetch_snapshot.fetch_snapshot_to_wire(request, topic)
        case rpc.AddRaftVoter():
            return voter_changes.add_raft_voter_to_wire(request)
        case rpc.RemoveRaftVoter():
            return voter_changes.remove_raft_voter_to_wire(request)
        case rpc.UpdateRaftVoter():
            return voter_changes.update_raft_voter_to_wire(request)
        case rpc.ApiVersions():
            return feature_probe.probe_to_wire()
        case _:
            assert_never(request)


def request_from_wire(
    message: Message, api_version: int, cluster_id: str, topic: QuorumTopic = KAFKAS_TOPIC
) -> rpc.Request | Message:
    """A request that came in; or the answer to it, where consensus need not be asked.

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
            return fetch_snapshot.fetch_snapshot_from_wire(message, topic)
        case DescribeQuorumRequest():
            return describe_quorum.describe_quorum_from_wire(message, topic)
        case AddRaftVoterRequest():
            return voter_changes.add_raft_voter_from_wire(message)
        case RemoveRaftVoterRequest():
            return voter_changes.remove_raft_voter_from_wire(message)
        case UpdateRaftVoterRequest():
            return voter_changes.update_raft_voter_from_wire(message)
    raise UnknownMessageError(f"a replica does not answer {type(message).__name__}")


def _top_level(message: Message, code: ErrorCode) -> Message:
    response: Any = response_class(message.API_KEY or 0)
    answer: Message = response(error_code=code)
    return answer
