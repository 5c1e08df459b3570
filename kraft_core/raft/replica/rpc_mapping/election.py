"""Vote, BeginQuorumEpoch and EndQuorumEpoch: keys 52, 53 and 54.

Version 0 of each knows no directory ids and no endpoints. PreVote came with Vote 2 and is never
left out silently: a pre-vote that was taken for a vote would raise epochs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from kraft_core.raft.batches import directory_from_wire, directory_to_wire
from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.values import ReplicaKey
from kraft_core.raft.replica.rpc_mapping.partition import (
    answered_partition,
    endpoint_from_wire,
    leader_from_wire,
    leader_id_to_wire,
    listeners_from_wire,
    listeners_to_wire,
    node_endpoints_to_wire,
    sole_partition,
)
from kraft_core.raft.topic import PARTITION
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    BeginQuorumEpochRequest,
    BeginQuorumEpochResponse,
    EndQuorumEpochRequest,
    EndQuorumEpochResponse,
    VoteRequest,
    VoteResponse,
)

if TYPE_CHECKING:
    from kraft_core.raft.topic import QuorumTopic

WireAnswer = TypeVar("WireAnswer", BeginQuorumEpochResponse, EndQuorumEpochResponse)
BeginOrEnd = TypeVar("BeginOrEnd", rpc.BeginQuorumEpochResponse, rpc.EndQuorumEpochResponse)


def vote_from_wire(message: VoteRequest, topic: QuorumTopic) -> rpc.Vote | None:
    """Read a Vote request; None if it is about anything but the quorum's partition."""
    partition = sole_partition(message.topics, topic)
    if partition is None:
        return None
    return rpc.Vote(
        message.cluster_id,
        message.voter_id,
        directory_from_wire(partition.voter_directory_id),
        ReplicaKey(partition.replica_id, directory_from_wire(partition.replica_directory_id)),
        partition.replica_epoch,
        partition.last_offset_epoch,
        partition.last_offset,
        partition.pre_vote,
    )


def vote_to_wire(request: rpc.Vote, topic: QuorumTopic) -> VoteRequest:
    """Write a Vote request; a pre-vote needs version 2."""
    partition = VoteRequest.PartitionData(
        partition_index=PARTITION,
        replica_epoch=request.epoch,
        replica_id=request.replica.id,
        replica_directory_id=directory_to_wire(request.replica.directory_id),
        voter_directory_id=directory_to_wire(request.voter_directory_id),
        last_offset_epoch=request.last_offset_epoch,
        last_offset=request.last_offset,
        pre_vote=request.pre_vote,
    )
    data = VoteRequest.TopicData(topic_name=topic.name, partitions=(partition,))
    return VoteRequest(cluster_id=request.cluster_id, voter_id=request.voter_id, topics=(data,))


def vote_response_from_wire(
    message: VoteResponse, listener: str, topic: QuorumTopic
) -> rpc.VoteResponse:
    """Read the answer to a Vote; raises DecodeError if it is about another partition."""
    if message.error_code:
        return rpc.VoteResponse(top_error=ErrorCode(message.error_code))
    partition = answered_partition(message.topics, topic)
    leader = leader_from_wire(partition.leader_id, partition.leader_epoch)
    return rpc.VoteResponse(
        error=ErrorCode(partition.error_code),
        leader=leader,
        leader_endpoint=endpoint_from_wire(leader, listener, message.node_endpoints),
        vote_granted=partition.vote_granted,
    )


def vote_response_to_wire(
    response: rpc.VoteResponse, api_version: int, topic: QuorumTopic
) -> VoteResponse:
    """Write the answer to a Vote."""
    if response.top_error:
        return VoteResponse(error_code=response.top_error)
    partition = VoteResponse.PartitionData(
        partition_index=PARTITION,
        error_code=response.error,
        leader_id=leader_id_to_wire(response.leader),
        leader_epoch=response.leader.epoch,
        vote_granted=response.vote_granted,
    )
    return VoteResponse(
        topics=(VoteResponse.TopicData(topic_name=topic.name, partitions=(partition,)),),
        node_endpoints=node_endpoints_to_wire(response, api_version, VoteResponse.NodeEndpoint),
    )


def begin_quorum_epoch_from_wire(
    message: BeginQuorumEpochRequest, topic: QuorumTopic
) -> rpc.BeginQuorumEpoch | None:
    """Read a BeginQuorumEpoch; None if it is about anything but the quorum's partition."""
    partition = sole_partition(message.topics, topic)
    if partition is None:
        return None
    return rpc.BeginQuorumEpoch(
        message.cluster_id,
        message.voter_id,
        directory_from_wire(partition.voter_directory_id),
        partition.leader_id,
        partition.leader_epoch,
        listeners_from_wire(message.leader_endpoints),
    )


def begin_quorum_epoch_to_wire(
    request: rpc.BeginQuorumEpoch, topic: QuorumTopic
) -> BeginQuorumEpochRequest:
    """Write a BeginQuorumEpoch."""
    cls = BeginQuorumEpochRequest
    partition = cls.PartitionData(
        partition_index=PARTITION,
        voter_directory_id=directory_to_wire(request.voter_directory_id),
        leader_id=request.leader_id,
        leader_epoch=request.epoch,
    )
    return cls(
        cluster_id=request.cluster_id,
        voter_id=request.voter_id,
        topics=(cls.TopicData(topic_name=topic.name, partitions=(partition,)),),
        leader_endpoints=listeners_to_wire(request.leader_endpoints, cls.LeaderEndpoint),
    )


def end_quorum_epoch_from_wire(
    message: EndQuorumEpochRequest, topic: QuorumTopic
) -> rpc.EndQuorumEpoch | None:
    """Read an EndQuorumEpoch; None if it is about anything but the quorum's partition.

    The ids of version 0 count where there are no candidates with directory ids.
    """
    partition = sole_partition(message.topics, topic)
    if partition is None:
        return None
    preferred = tuple(
        ReplicaKey(each.candidate_id, directory_from_wire(each.candidate_directory_id))
        for each in partition.preferred_candidates
    )
    return rpc.EndQuorumEpoch(
        message.cluster_id,
        partition.leader_id,
        partition.leader_epoch,
        preferred or tuple(ReplicaKey(each) for each in partition.preferred_successors),
        listeners_from_wire(message.leader_endpoints),
    )


def end_quorum_epoch_to_wire(
    request: rpc.EndQuorumEpoch, topic: QuorumTopic
) -> EndQuorumEpochRequest:
    """Write an EndQuorumEpoch, with the successors in both forms: each version takes its own."""
    cls = EndQuorumEpochRequest
    partition = cls.PartitionData(
        partition_index=PARTITION,
        leader_id=request.leader_id,
        leader_epoch=request.epoch,
        preferred_successors=tuple(each.id for each in request.preferred),
        preferred_candidates=tuple(
            cls.ReplicaInfo(
                candidate_id=each.id, candidate_directory_id=directory_to_wire(each.directory_id)
            )
            for each in request.preferred
        ),
    )
    return cls(
        cluster_id=request.cluster_id,
        topics=(cls.TopicData(topic_name=topic.name, partitions=(partition,)),),
        leader_endpoints=listeners_to_wire(request.leader_endpoints, cls.LeaderEndpoint),
    )


def quorum_epoch_response_from_wire(
    message: WireAnswer,
    kind: type[BeginOrEnd],
    listener: str,
    topic: QuorumTopic,
) -> BeginOrEnd:
    """Read the answer to a BeginQuorumEpoch or an EndQuorumEpoch, which have the same fields.

    Raises DecodeError if it is about something else.
    """
    if message.error_code:
        return kind(top_error=ErrorCode(message.error_code))
    partition = answered_partition(message.topics, topic)
    leader = leader_from_wire(partition.leader_id, partition.leader_epoch)
    return kind(
        error=ErrorCode(partition.error_code),
        leader=leader,
        leader_endpoint=endpoint_from_wire(leader, listener, message.node_endpoints),
    )


def quorum_epoch_response_to_wire(
    response: rpc.BeginQuorumEpochResponse | rpc.EndQuorumEpochResponse,
    cls: type[WireAnswer],
    api_version: int,
    topic: QuorumTopic,
) -> WireAnswer:
    """Write the answer to a BeginQuorumEpoch or an EndQuorumEpoch."""
    if response.top_error:
        return cls(error_code=response.top_error)
    partition = cls.PartitionData(
        partition_index=PARTITION,
        error_code=response.error,
        leader_id=leader_id_to_wire(response.leader),
        leader_epoch=response.leader.epoch,
    )
    return cls(
        topics=(cls.TopicData(topic_name=topic.name, partitions=(partition,)),),
        node_endpoints=node_endpoints_to_wire(response, api_version, cls.NodeEndpoint),
    )
