"""FetchSnapshot: key 59, one piece of a snapshot file at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus import rpc
from kraft_core.consensus.values import OffsetAndEpoch, ReplicaKey
from kraft_core.log_batches import directory_from_wire, directory_to_wire
from kraft_core.quorum_topic import PARTITION
from kraft_core.replica.rpc_mapping.partition import (
    endpoint_from_wire,
    foreign_answer,
    leader_from_wire,
    leader_id_to_wire,
    node_endpoints_to_wire,
)
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import FetchSnapshotRequest, FetchSnapshotResponse

if TYPE_CHECKING:
    from kraft_core.quorum_topic import QuorumTopic


def fetch_snapshot_from_wire(
    message: FetchSnapshotRequest, topic: QuorumTopic
) -> rpc.FetchSnapshot | FetchSnapshotResponse | None:
    """Read a FetchSnapshot.

    None if it is not about exactly one partition; the answer itself if that is another one.
    """
    topics = message.topics
    if len(topics) != 1 or len(topics[0].partitions) != 1:
        return None
    partition = topics[0].partitions[0]
    if topics[0].name != topic.name or partition.partition != PARTITION:
        return _unknown_partition(topics[0].name, partition.partition)
    return rpc.FetchSnapshot(
        message.cluster_id,
        ReplicaKey(message.replica_id, directory_from_wire(partition.replica_directory_id)),
        partition.current_leader_epoch,
        OffsetAndEpoch(partition.snapshot_id.end_offset, partition.snapshot_id.epoch),
        partition.position,
        message.max_bytes,
    )


def _unknown_partition(topic: str, index: int) -> FetchSnapshotResponse:
    cls = FetchSnapshotResponse
    partition = cls.PartitionSnapshot(
        index=index, error_code=ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, unaligned_records=b""
    )
    return cls(topics=(cls.TopicSnapshot(name=topic, partitions=(partition,)),))


def fetch_snapshot_to_wire(request: rpc.FetchSnapshot, topic: QuorumTopic) -> FetchSnapshotRequest:
    """Write a FetchSnapshot."""
    cls = FetchSnapshotRequest
    partition = cls.PartitionSnapshot(
        partition=PARTITION,
        current_leader_epoch=request.epoch,
        snapshot_id=cls.SnapshotId(
            end_offset=request.snapshot_id.offset, epoch=request.snapshot_id.epoch
        ),
        position=request.position,
        replica_directory_id=directory_to_wire(request.replica.directory_id),
    )
    return cls(
        cluster_id=request.cluster_id,
        replica_id=request.replica.id,
        max_bytes=request.max_bytes,
        topics=(cls.TopicSnapshot(name=topic.name, partitions=(partition,)),),
    )


def fetch_snapshot_response_from_wire(
    message: FetchSnapshotResponse, listener: str, topic: QuorumTopic
) -> rpc.FetchSnapshotResponse:
    """Read the answer to a FetchSnapshot; raises DecodeError if it is about something else."""
    if message.error_code:
        return rpc.FetchSnapshotResponse(top_error=ErrorCode(message.error_code))
    topics = message.topics
    if len(topics) != 1 or topics[0].name != topic.name or len(topics[0].partitions) != 1:
        raise foreign_answer(topic)
    partition = topics[0].partitions[0]
    if partition.index != PARTITION:
        raise foreign_answer(topic)
    current = partition.current_leader
    leader = leader_from_wire(current.leader_id, current.leader_epoch)
    return rpc.FetchSnapshotResponse(
        error=ErrorCode(partition.error_code),
        leader=leader,
        leader_endpoint=endpoint_from_wire(leader, listener, message.node_endpoints),
        snapshot_id=OffsetAndEpoch(partition.snapshot_id.end_offset, partition.snapshot_id.epoch),
        size=partition.size,
        position=partition.position,
        payload=partition.unaligned_records or b"",
    )


def fetch_snapshot_response_to_wire(
    response: rpc.FetchSnapshotResponse, api_version: int, topic: QuorumTopic
) -> FetchSnapshotResponse:
    """Write the answer to a FetchSnapshot; the bytes are empty beside an error, never null."""
    cls = FetchSnapshotResponse
    if response.top_error:
        return cls(error_code=response.top_error)
    partition = cls.PartitionSnapshot(
        index=PARTITION,
        error_code=response.error,
        snapshot_id=cls.SnapshotId(
            end_offset=response.snapshot_id.offset, epoch=response.snapshot_id.epoch
        ),
        current_leader=cls.LeaderIdAndEpoch(
            leader_id=leader_id_to_wire(response.leader), leader_epoch=response.leader.epoch
        ),
        size=response.size,
        position=response.position,
        unaligned_records=bytes(response.payload),
    )
    return cls(
        topics=(cls.TopicSnapshot(name=topic.name, partitions=(partition,)),),
        node_endpoints=node_endpoints_to_wire(response, api_version, cls.NodeEndpoint),
    )
