"""The requests that read `__cluster_metadata`, and their answers in one flat form.

Every request is that of a consumer: replica id -1, which a leader serves and does not track, so
that the reader never counts as voter or observer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.client.endpoints import Endpoint
from kraft_core.client.errors import CorruptAnswerError
from kraft_wire import messages
from kraft_wire.messages import DescribeQuorumRequest, FetchRequest, FetchResponse
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_core.client.settings import Settings

TOPIC: Final = "__cluster_metadata"
TOPIC_ID: Final = Uuid((1).to_bytes(16, "big"))
FETCH: Final = 1
VOTE: Final = 52
DESCRIBE_QUORUM: Final = 55
FETCH_SNAPSHOT: Final = 59

NO_SESSION: Final = -1
"""Session epoch of a Fetch outside of sessions."""


class SnapshotId(NamedTuple):
    """The end offset of a snapshot (the first offset it does not contain), and its last epoch."""

    end_offset: int
    epoch: int

    def __str__(self) -> str:
        return f"{self.end_offset:020}-{self.epoch:010}"


class FetchAnswer(NamedTuple):
    """What a node said to a Fetch of the metadata log.

    `top_error` is the response's error code, `error` the partition's. -1 stands for an unknown
    leader or high watermark.
    """

    top_error: int
    error: int
    leader_id: int
    leader_epoch: int
    leader_endpoint: Endpoint | None
    high_watermark: int
    log_start_offset: int
    diverging: tuple[int, int] | None
    snapshot_id: SnapshotId | None
    records: bytes


class SnapshotPiece(NamedTuple):
    """What a node said to a FetchSnapshot."""

    top_error: int
    error: int
    snapshot_id: SnapshotId
    size: int
    position: int
    records: bytes


def fetch_request(
    settings: Settings,
    *,
    leader_epoch: int,
    offset: int,
    last_fetched_epoch: int,
    high_watermark: int = -1,
    max_wait_ms: int = 0,
    max_bytes: int = 1,
) -> FetchRequest:
    """Ask for records from an offset on; `last_fetched_epoch` is that of the record before it.

    With `high_watermark` a 4.1 leader answers as soon as it has a higher one (KIP-1166).
    """
    partition = FetchRequest.FetchPartition(
        partition=0,
        current_leader_epoch=leader_epoch,
        fetch_offset=offset,
        last_fetched_epoch=last_fetched_epoch,
        log_start_offset=-1,
        partition_max_bytes=max_bytes,
        high_watermark=high_watermark,
    )
    return FetchRequest(
        cluster_id=settings.cluster_id,
        max_wait_ms=max_wait_ms,
        min_bytes=0,
        max_bytes=max_bytes,
        session_epoch=NO_SESSION,
        topics=(FetchRequest.FetchTopic(topic_id=TOPIC_ID, partitions=(partition,)),),
    )


def fetch_answer(response: FetchResponse) -> FetchAnswer:
    """Flatten a response; raises CorruptAnswerError when it is not about the metadata log."""
    if response.error_code:
        return FetchAnswer(response.error_code, 0, -1, -1, None, -1, -1, None, None, b"")
    topics = response.responses
    if len(topics) != 1 or topics[0].topic_id != TOPIC_ID or len(topics[0].partitions) != 1:
        raise CorruptAnswerError("a Fetch answer is not about the metadata log")
    partition = topics[0].partitions[0]
    if partition.partition_index != 0:
        raise CorruptAnswerError("a Fetch answer is about another partition")
    leader = partition.current_leader
    diverging, snapshot = partition.diverging_epoch, partition.snapshot_id
    is_diverging = diverging.epoch >= 0 and diverging.end_offset >= 0
    is_snapshot = snapshot.epoch >= 0 and snapshot.end_offset >= 0
    return FetchAnswer(
        top_error=0,
        error=partition.error_code,
        leader_id=leader.leader_id,
        leader_epoch=leader.leader_epoch,
        leader_endpoint=_endpoint_of(leader.leader_id, response.node_endpoints),
        high_watermark=partition.high_watermark,
        log_start_offset=partition.log_start_offset,
        diverging=(diverging.epoch, diverging.end_offset) if is_diverging else None,
        snapshot_id=SnapshotId(snapshot.end_offset, snapshot.epoch) if is_snapshot else None,
        records=partition.records or b"",
    )


def _endpoint_of(node_id: int, endpoints: Iterable[FetchResponse.NodeEndpoint]) -> Endpoint | None:
    for node in endpoints:
        if node.node_id == node_id and node.host and 0 < node.port <= 65535:
            return Endpoint(node.host, node.port)
    return None


def fetch_snapshot_request(
    settings: Settings, snapshot_id: SnapshotId, *, leader_epoch: int, position: int
) -> messages.FetchSnapshotRequest:
    """Ask for a piece of a snapshot from a byte position on."""
    end_offset, epoch = snapshot_id
    partition = messages.FetchSnapshotRequest.PartitionSnapshot(
        partition=0,
        current_leader_epoch=leader_epoch,
        snapshot_id=messages.FetchSnapshotRequest.SnapshotId(end_offset=end_offset, epoch=epoch),
        position=position,
    )
    return messages.FetchSnapshotRequest(
        cluster_id=settings.cluster_id,
        replica_id=-1,
        max_bytes=settings.snapshot_piece_bytes,
        topics=(messages.FetchSnapshotRequest.TopicSnapshot(name=TOPIC, partitions=(partition,)),),
    )


def snapshot_piece(response: messages.FetchSnapshotResponse) -> SnapshotPiece:
    """Flatten a response; a node that refuses answers with a top-level -1 and no topic."""
    if response.error_code:
        return SnapshotPiece(response.error_code, 0, SnapshotId(-1, -1), -1, -1, b"")
    topics = response.topics
    if len(topics) != 1 or topics[0].name != TOPIC or len(topics[0].partitions) != 1:
        raise CorruptAnswerError("a FetchSnapshot answer is not about the metadata log")
    partition = topics[0].partitions[0]
    found = partition.snapshot_id
    return SnapshotPiece(
        top_error=0,
        error=partition.error_code,
        snapshot_id=SnapshotId(found.end_offset, found.epoch),
        size=partition.size,
        position=partition.position,
        records=partition.unaligned_records or b"",
    )


def describe_quorum_request() -> DescribeQuorumRequest:
    """Ask the leader for voters, observers and the addresses of the voters."""
    partition = DescribeQuorumRequest.PartitionData(partition_index=0)
    topic = DescribeQuorumRequest.TopicData(topic_name=TOPIC, partitions=(partition,))
    return DescribeQuorumRequest(topics=(topic,))
