"""Fetch as replication (key 1), and FetchSnapshot (key 59), one piece of a snapshot at a time.

The topic of a Fetch goes by its id, so that versions below 13 (3.9 and 4.0 still speak them) can
only be refused. The directory id came with version 17, as did the endpoints of answers, and the
sender's high watermark with version 18 (KIP-1166). What only consumers care about is left at its
default.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.raft.batches import directory_from_wire, directory_to_wire
from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.values import UNKNOWN_ID, OffsetAndEpoch, ReplicaKey
from kraft_core.raft.replica.batches import fetched_batches
from kraft_core.raft.replica.rpc_mapping.partition import (
    endpoint_from_wire,
    foreign_answer,
    leader_from_wire,
    leader_id_to_wire,
    node_endpoints_to_wire,
)
from kraft_core.raft.topic import PARTITION
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    FetchRequest,
    FetchResponse,
    FetchSnapshotRequest,
    FetchSnapshotResponse,
)

if TYPE_CHECKING:
    from kraft_core.raft.consensus.values import Payload
    from kraft_core.raft.topic import QuorumTopic


FIRST_WITH_TOPIC_ID: Final = 13
_FIRST_WITH_REPLICA_STATE: Final = 15
_FIRST_WITH_ENDPOINTS: Final = 17
_FULL_FETCH: Final = -1
"""The session epoch of a Fetch outside any session."""

_NO_DIVERGENCE: Final = FetchResponse.PartitionData().diverging_epoch
_NO_SNAPSHOT: Final = FetchResponse.PartitionData().snapshot_id
"""The shared defaults, which the writer knows without comparing fields."""


def fetch_from_wire(
    message: FetchRequest, api_version: int, topic: QuorumTopic
) -> rpc.Fetch | None:
    """Read a Fetch; None if it is about anything but the quorum's partition, by its id."""
    topics = message.topics
    if len(topics) != 1 or topics[0].topic_id != topic.topic_id or len(topics[0].partitions) != 1:
        return None
    partition = topics[0].partitions[0]
    if partition.partition != PARTITION:
        return None
    replica_id = (
        message.replica_id
        if api_version < _FIRST_WITH_REPLICA_STATE
        else message.replica_state.replica_id
    )
    return rpc.Fetch(
        message.cluster_id,
        ReplicaKey(replica_id, directory_from_wire(partition.replica_directory_id)),
        partition.current_leader_epoch,
        partition.fetch_offset,
        partition.last_fetched_epoch,
        message.max_wait_ms,
        message.max_bytes,
        partition.high_watermark,
    )


def fetch_to_wire(request: rpc.Fetch, api_version: int, topic: QuorumTopic) -> FetchRequest:
    """Write a Fetch of version 13 or above."""
    cls = FetchRequest
    partition = cls.FetchPartition(
        partition=PARTITION,
        current_leader_epoch=request.epoch,
        fetch_offset=request.fetch_offset,
        last_fetched_epoch=request.last_fetched_epoch,
        partition_max_bytes=0,
        replica_directory_id=directory_to_wire(request.replica.directory_id),
        high_watermark=request.high_watermark,
    )
    has_state = api_version >= _FIRST_WITH_REPLICA_STATE
    return cls(
        cluster_id=request.cluster_id,
        replica_id=UNKNOWN_ID if has_state else request.replica.id,
        replica_state=cls.ReplicaState(replica_id=request.replica.id if has_state else UNKNOWN_ID),
        max_wait_ms=request.max_wait_ms,
        min_bytes=0,
        max_bytes=request.max_bytes,
        session_epoch=_FULL_FETCH,
        topics=(cls.FetchTopic(topic_id=topic.topic_id, partitions=(partition,)),),
    )


def fetch_response_from_wire(
    message: FetchResponse, listener: str, topic: QuorumTopic
) -> rpc.FetchResponse:
    """Read the answer to a Fetch, batches checked; raises DecodeError.

    Records next to an error, a diverging epoch or a snapshot id are not looked at: as in Kafka they
    mean nothing there.
    """
    if message.error_code:
        return rpc.FetchResponse(top_error=ErrorCode(message.error_code))
    partition = _answered_partition(message, topic)
    current = partition.current_leader
    leader = leader_from_wire(current.leader_id, current.leader_epoch)
    diverging = _point(partition.diverging_epoch.end_offset, partition.diverging_epoch.epoch)
    snapshot_id = _point(partition.snapshot_id.end_offset, partition.snapshot_id.epoch)
    error = ErrorCode(partition.error_code) if partition.error_code else ErrorCode.NONE
    has_records = not (error or diverging or snapshot_id)
    payload = (partition.records or b"") if has_records else b""
    return rpc.FetchResponse(
        error=error,
        leader=leader,
        leader_endpoint=endpoint_from_wire(leader, listener, message.node_endpoints),
        high_watermark=partition.high_watermark,
        log_start_offset=partition.log_start_offset,
        diverging=diverging,
        snapshot_id=snapshot_id,
        batches=fetched_batches(payload) if payload else (),
        payload=payload,
    )


def _answered_partition(message: FetchResponse, topic: QuorumTopic) -> FetchResponse.PartitionData:
    topics = message.responses
    if len(topics) != 1 or topics[0].topic_id != topic.topic_id or len(topics[0].partitions) != 1:
        raise foreign_answer(topic)
    partition = topics[0].partitions[0]
    if partition.partition_index != PARTITION:
        raise foreign_answer(topic)
    return partition


def _point(offset: int, epoch: int) -> OffsetAndEpoch | None:
    return None if offset < 0 and epoch < 0 else OffsetAndEpoch(offset, epoch)


def fetch_response_to_wire(
    response: rpc.FetchResponse,
    api_version: int,
    topic: QuorumTopic,
    payload: Payload | None = None,
) -> FetchResponse:
    """Write the answer to a Fetch, with the bytes of its `payload`, or the given ones, unchanged.

    Records and aborted transactions are empty, never null; there are no transactions, so the last
    stable offset is unknown. Versions below 7 cannot carry a top-level error and stay empty.
    """
    cls = FetchResponse
    if response.top_error:
        return cls(error_code=response.top_error)
    partition = cls.PartitionData(
        partition_index=PARTITION,
        error_code=response.error,
        high_watermark=response.high_watermark,
        log_start_offset=response.log_start_offset,
        diverging_epoch=_diverging_epoch(response.diverging),
        current_leader=cls.LeaderIdAndEpoch(
            leader_id=leader_id_to_wire(response.leader), leader_epoch=response.leader.epoch
        ),
        snapshot_id=_snapshot_id(response.snapshot_id),
        aborted_transactions=(),
        records=bytes(response.payload if payload is None else payload),
    )
    return cls(
        responses=(cls.FetchableTopicResponse(topic_id=topic.topic_id, partitions=(partition,)),),
        node_endpoints=_node_endpoints(response, api_version),
    )


def _diverging_epoch(point: OffsetAndEpoch | None) -> FetchResponse.EpochEndOffset:
    if point is None:
        return _NO_DIVERGENCE
    return FetchResponse.EpochEndOffset(epoch=point.epoch, end_offset=point.offset)


def _snapshot_id(point: OffsetAndEpoch | None) -> FetchResponse.SnapshotId:
    if point is None:
        return _NO_SNAPSHOT
    return FetchResponse.SnapshotId(end_offset=point.offset, epoch=point.epoch)


def _node_endpoints(
    response: rpc.FetchResponse, api_version: int
) -> tuple[FetchResponse.NodeEndpoint, ...]:
    endpoint, leader_id = response.leader_endpoint, response.leader.leader_id
    if api_version < _FIRST_WITH_ENDPOINTS or endpoint is None or leader_id is None:
        return ()
    return (FetchResponse.NodeEndpoint(node_id=leader_id, host=endpoint.host, port=endpoint.port),)


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
    """Read the answer to a FetchSnapshot; raises DecodeError if it is about another partition."""
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
    """Write the answer to a FetchSnapshot; the bytes are empty next to an error, never null."""
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
