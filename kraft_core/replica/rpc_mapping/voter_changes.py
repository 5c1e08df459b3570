"""AddRaftVoter, RemoveRaftVoter and UpdateRaftVoter: keys 80, 81 and 82 (KIP-853)."""

from __future__ import annotations

from kraft_core.consensus import rpc
from kraft_core.consensus.values import Endpoint, ReplicaKey, VersionRange
from kraft_core.log_batches import directory_from_wire, directory_to_wire
from kraft_core.replica.rpc_mapping.partition import (
    leader_from_wire,
    leader_id_to_wire,
    listeners_from_wire,
    reachable,
)
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    AddRaftVoterRequest,
    AddRaftVoterResponse,
    RemoveRaftVoterRequest,
    RemoveRaftVoterResponse,
    UpdateRaftVoterRequest,
    UpdateRaftVoterResponse,
)


def add_raft_voter_from_wire(message: AddRaftVoterRequest) -> rpc.AddRaftVoter:
    """Read an AddRaftVoter; version 0 is answered when the change is committed."""
    return rpc.AddRaftVoter(
        message.cluster_id,
        ReplicaKey(message.voter_id, directory_from_wire(message.voter_directory_id)),
        listeners_from_wire(message.listeners),
        message.ack_when_committed,
        message.timeout_ms,
    )


def add_raft_voter_to_wire(request: rpc.AddRaftVoter) -> AddRaftVoterRequest:
    """Write an AddRaftVoter; version 1 is needed unless the answer is to wait for the commit."""
    cls = AddRaftVoterRequest
    return cls(
        cluster_id=request.cluster_id,
        timeout_ms=request.timeout_ms,
        voter_id=request.voter.id,
        voter_directory_id=directory_to_wire(request.voter.directory_id),
        listeners=tuple(
            cls.Listener(name=each.name, host=each.host, port=each.port)
            for each in request.endpoints
        ),
        ack_when_committed=request.ack_when_committed,
    )


def add_raft_voter_response_from_wire(message: AddRaftVoterResponse) -> rpc.AddRaftVoterResponse:
    """Read the answer to an AddRaftVoter."""
    return rpc.AddRaftVoterResponse(ErrorCode(message.error_code), message.error_message)


def add_raft_voter_response_to_wire(response: rpc.AddRaftVoterResponse) -> AddRaftVoterResponse:
    """Write the answer to an AddRaftVoter."""
    return AddRaftVoterResponse(error_code=response.error, error_message=response.message)


def remove_raft_voter_from_wire(message: RemoveRaftVoterRequest) -> rpc.RemoveRaftVoter:
    """Read a RemoveRaftVoter."""
    key = ReplicaKey(message.voter_id, directory_from_wire(message.voter_directory_id))
    return rpc.RemoveRaftVoter(message.cluster_id, key)


def remove_raft_voter_to_wire(request: rpc.RemoveRaftVoter) -> RemoveRaftVoterRequest:
    """Write a RemoveRaftVoter."""
    return RemoveRaftVoterRequest(
        cluster_id=request.cluster_id,
        voter_id=request.voter.id,
        voter_directory_id=directory_to_wire(request.voter.directory_id),
    )


def remove_raft_voter_response_from_wire(
    message: RemoveRaftVoterResponse,
) -> rpc.RemoveRaftVoterResponse:
    """Read the answer to a RemoveRaftVoter."""
    return rpc.RemoveRaftVoterResponse(ErrorCode(message.error_code), message.error_message)


def remove_raft_voter_response_to_wire(
    response: rpc.RemoveRaftVoterResponse,
) -> RemoveRaftVoterResponse:
    """Write the answer to a RemoveRaftVoter."""
    return RemoveRaftVoterResponse(error_code=response.error, error_message=response.message)


def update_raft_voter_from_wire(message: UpdateRaftVoterRequest) -> rpc.UpdateRaftVoter:
    """Read an UpdateRaftVoter."""
    feature = message.kraft_version_feature
    return rpc.UpdateRaftVoter(
        message.cluster_id,
        message.current_leader_epoch,
        ReplicaKey(message.voter_id, directory_from_wire(message.voter_directory_id)),
        listeners_from_wire(message.listeners),
        VersionRange(feature.min_supported_version, feature.max_supported_version),
    )


def update_raft_voter_to_wire(request: rpc.UpdateRaftVoter) -> UpdateRaftVoterRequest:
    """Write an UpdateRaftVoter."""
    cls = UpdateRaftVoterRequest
    return cls(
        cluster_id=request.cluster_id,
        current_leader_epoch=request.epoch,
        voter_id=request.voter.id,
        voter_directory_id=directory_to_wire(request.voter.directory_id),
        listeners=tuple(
            cls.Listener(name=each.name, host=each.host, port=each.port)
            for each in request.endpoints
        ),
        kraft_version_feature=cls.KRaftVersionFeature(
            min_supported_version=request.kraft_range.lowest,
            max_supported_version=request.kraft_range.highest,
        ),
    )


def update_raft_voter_response_from_wire(
    message: UpdateRaftVoterResponse, listener: str
) -> rpc.UpdateRaftVoterResponse:
    """Read the answer to an UpdateRaftVoter; an empty host means that no endpoint is known."""
    current = message.current_leader
    leader = leader_from_wire(current.leader_id, current.leader_epoch)
    endpoint = reachable(Endpoint(listener, current.host, current.port))
    return rpc.UpdateRaftVoterResponse(
        ErrorCode(message.error_code), leader, None if leader.leader_id is None else endpoint
    )


def update_raft_voter_response_to_wire(
    response: rpc.UpdateRaftVoterResponse,
) -> UpdateRaftVoterResponse:
    """Write the answer to an UpdateRaftVoter; it names the leader whatever the outcome."""
    cls = UpdateRaftVoterResponse
    endpoint = response.leader_endpoint
    return cls(
        error_code=response.error,
        current_leader=cls.CurrentLeader(
            leader_id=leader_id_to_wire(response.leader),
            leader_epoch=response.leader.epoch,
            host="" if endpoint is None else endpoint.host,
            port=0 if endpoint is None else endpoint.port,
        ),
    )
