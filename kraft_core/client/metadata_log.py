"""The requests that read `__cluster_metadata`, and the meaning of their responses.

Every request is that of a consumer: replica id -1, which a leader serves and does not track, so
that the reader never counts as voter or observer. Records are checked before any of them is
handed on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.client.errors import (
    ConnectionLostError,
    CorruptAnswerError,
    RefusedError,
    WrongClusterError,
)
from kraft_core.client.settings import Endpoint
from kraft_wire import messages
from kraft_wire.errors import ErrorCode, WireError
from kraft_wire.message import Struct
from kraft_wire.messages import DescribeQuorumRequest, FetchRequest, FetchResponse
from kraft_wire.primitives import Uuid
from kraft_wire.records.batch import RecordBatch
from kraft_wire.records.control import ControlRecordType, control_record_type

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kraft_core.client.settings import Settings
    from kraft_wire.message import Message

TOPIC: Final = "__cluster_metadata"
TOPIC_ID: Final = Uuid((1).to_bytes(16, "big"))

NO_SESSION: Final = -1
"""Session epoch of a Fetch outside of sessions."""


class SnapshotId(NamedTuple):
    """The end offset of a snapshot (the first offset it does not contain), and its last epoch."""

    end_offset: int
    epoch: int

    def __str__(self) -> str:
        return f"{self.end_offset:020}-{self.epoch:010}"


class FetchAnswer(NamedTuple):
    """A node's response to a Fetch of the metadata log.

    `top_error` is the response's error code, `error` the partition's. -1 means an unknown
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
    """A node's response to a FetchSnapshot."""

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
    """Flatten a response; raises CorruptAnswerError if it is not about the metadata log."""
    if response.error_code:
        return FetchAnswer(response.error_code, 0, -1, -1, None, -1, -1, None, None, b"")
    topics = response.responses
    if len(topics) != 1 or topics[0].topic_id != TOPIC_ID or len(topics[0].partitions) != 1:
        raise CorruptAnswerError("the Fetch response does not contain the metadata log")
    partition = topics[0].partitions[0]
    if partition.partition_index != 0:
        raise CorruptAnswerError("the Fetch response is for another partition")
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
    """Flatten a response; a refusal has a top-level -1 and no topic."""
    if response.error_code:
        return SnapshotPiece(response.error_code, 0, SnapshotId(-1, -1), -1, -1, b"")
    topics = response.topics
    if len(topics) != 1 or topics[0].name != TOPIC or len(topics[0].partitions) != 1:
        raise CorruptAnswerError("the FetchSnapshot response does not contain the metadata log")
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


class Position(NamedTuple):
    """The next offset to read, and the epoch of the record before it; None where unknown.

    After a record of offset N and epoch E the position is (N + 1, E).
    """

    offset: int
    epoch: int | None = None


class SnapshotNeeded(NamedTuple):
    """The leader's log begins after the position, or is another one; it has this snapshot."""

    snapshot_id: SnapshotId
    log_start_offset: int


class Committed(NamedTuple):
    """Committed batches; the first can begin before the requested offset."""

    batches: tuple[RecordBatch, ...]
    position: Position


class Note(NamedTuple):
    """An event of the connection, in a sentence for a person."""

    text: str


def beyond_start(offset: int, needed: SnapshotNeeded) -> str:
    """Return the sentence for an offset that is no longer in the log."""
    return f"offset {offset} is no longer in the log, which begins at {needed.log_start_offset}"


NOT_LEADER_ERRORS: Final = (
    ErrorCode.NOT_LEADER_OR_FOLLOWER,
    ErrorCode.FENCED_LEADER_EPOCH,
    ErrorCode.UNKNOWN_LEADER_EPOCH,
)
"""Errors of a node that does not lead, or not in the epoch of the request."""

LEADERSHIP_ERRORS: Final = frozenset((ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.NOT_CONTROLLER))


def denies_leadership(response: Message) -> bool:
    """Return True if a response of any API says that the node does not lead."""
    return not LEADERSHIP_ERRORS.isdisjoint(_error_codes(response))


def _error_codes(value: object) -> Iterator[int]:
    """Yield all error codes in a response, at any depth."""
    if isinstance(value, tuple):
        for element in value:
            yield from _error_codes(element)
    elif isinstance(value, Struct):
        names: tuple[str, ...] = value._FIELDS
        for name in names:
            part = getattr(value, name)
            if name == "error_code":
                yield part
            else:
                yield from _error_codes(part)


def checked_answer(response: Message, endpoint: Endpoint) -> FetchAnswer:
    """Flatten a Fetch response; raise the error for its top-level code."""
    if not isinstance(response, FetchResponse):
        raise ConnectionLostError(f"{endpoint} sent an unexpected response")
    answer = fetch_answer(response)
    if answer.top_error == ErrorCode.INCONSISTENT_CLUSTER_ID:
        raise WrongClusterError(f"{endpoint} belongs to another cluster")
    if answer.top_error == ErrorCode.CLUSTER_AUTHORIZATION_FAILED:
        raise RefusedError(f"reading the metadata log of {endpoint}", answer.top_error)
    if answer.top_error:
        code = ErrorCode(answer.top_error)
        raise ConnectionLostError(f"{endpoint} returned error {code} ({code.name})")
    return answer


def why_not_leader(endpoint: Endpoint, answer: FetchAnswer) -> str:
    """Return in a sentence what a node answered that does not lead."""
    if answer.error in NOT_LEADER_ERRORS:
        leader = f"names node {answer.leader_id}" if answer.leader_id >= 0 else "knows no leader"
        return f"{endpoint} does not lead and {leader}"
    code = ErrorCode(answer.error)
    return f"{endpoint} returned error {code} ({code.name})"


SNAPSHOT_HEADER = 3
"""The type of the control record that every snapshot begins with."""

_LOG_OVERHEAD = 12


def parse_batches(records: bytes, offset: int, epoch: int) -> list[RecordBatch]:
    """Read the batches of a Fetch at `offset`; the record before it is of `epoch` or an older one.

    A last batch that is cut short is left out. Raises CorruptAnswerError for damage, for a gap and
    for an epoch that falls: a log that was replicated like that is none.
    """
    batches = []
    for batch in whole_batches(records):
        if batch.last_offset < offset:
            continue
        if batch.base_offset > offset or batch.partition_leader_epoch < epoch:
            raise CorruptAnswerError(
                f"a batch at offset {batch.base_offset} of epoch {batch.partition_leader_epoch}"
                f" cannot follow offset {offset} of epoch {epoch}"
            )
        offset, epoch = batch.last_offset + 1, batch.partition_leader_epoch
        batches.append(batch)
    if records and not batches:
        raise CorruptAnswerError(f"no whole batch in {len(records)} bytes of records")
    return batches


def parse_snapshot(data: bytes) -> list[RecordBatch]:
    """Read the batches of a whole snapshot, whose offsets count from 0."""
    batches = list(whole_batches(data))
    if sum(batch.size for batch in batches) != len(data):
        raise CorruptAnswerError("the snapshot ends inside a batch")
    if not batches or _first_control_type(batches[0]) != SNAPSHOT_HEADER:
        raise CorruptAnswerError("the snapshot does not begin with a header")
    offset = 0
    for batch in batches:
        if batch.base_offset != offset:
            raise CorruptAnswerError(f"a batch at offset {batch.base_offset} of the snapshot")
        offset = batch.last_offset + 1
    return batches


def _first_control_type(batch: RecordBatch) -> int:
    """Return the type in the key of the first record; -1 if it is not a control record."""
    key = next((record.key for record in batch.records()), None) if batch.is_control else None
    return -1 if key is None else int.from_bytes(key[2:4], "big")


def holds_voters(batch: RecordBatch) -> bool:
    """Return True if a batch changes the voters of the quorum."""
    return batch.is_control and any(
        control_record_type(record.key) == ControlRecordType.KRAFT_VOTERS
        for record in batch.records()
    )


def whole_batches(records: bytes) -> Iterator[RecordBatch]:
    """Read batches up to one that is truncated at the end; raises CorruptAnswerError."""
    position = 0
    while len(records) - position >= _LOG_OVERHEAD:
        size = _LOG_OVERHEAD + int.from_bytes(
            records[position + 8 : position + 12], "big", signed=True
        )
        if 0 < len(records) - position < size:
            return
        try:
            batch = RecordBatch.parse(records, position)
            batch.validate()
        except WireError as error:
            raise CorruptAnswerError(f"damaged records: {error}") from None
        yield batch
        position += batch.size
