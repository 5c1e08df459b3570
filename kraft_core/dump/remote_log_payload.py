"""Records of the remote log's metadata, as `--remote-log-metadata-decoder` prints them.

Kafka's `RemoteLogMetadataSerde` and the `toString` of what it makes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kraft_core.dump.frame_reader import read_frame
from kraft_core.dump.java_reader import JavaRefusalError
from kraft_core.dump.record_classes import record_classes

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.dump.payloads import Texts

_SEGMENT_STATES: Final = (
    "COPY_SEGMENT_STARTED",
    "COPY_SEGMENT_FINISHED",
    "DELETE_SEGMENT_STARTED",
    "DELETE_SEGMENT_FINISHED",
)
_PARTITION_STATES: Final = (
    "DELETE_PARTITION_MARKED",
    "DELETE_PARTITION_STARTED",
    "DELETE_PARTITION_FINISHED",
)
_NO_VALUE: Final = (
    'Cannot invoke "java.nio.ByteBuffer.remaining()" because the return value of'
    ' "org.apache.kafka.common.record.internal.Record.value()" is null'
)


def remote_log_texts(key: bytes | None, value: bytes | None, offset: int) -> Texts:
    """Print a record of the remote log's metadata, or what Kafka says of a bad one."""
    del key
    try:
        if value is None:
            raise JavaRefusalError(_NO_VALUE)
        message, _ = read_frame(value, record_classes("remote-log-metadata", "metadata"))
        return None, _FORMS[type(message).__name__](message)
    except JavaRefusalError as error:
        return None, f"Error at offset {offset}, skipping. {error.message}"


def _segment(record: Any) -> str:
    if record.start_offset < 0:
        raise JavaRefusalError(
            f"Unexpected start offset = {record.start_offset}. StartOffset for a remote segment"
            " cannot be negative"
        )
    if record.end_offset < record.start_offset:
        raise JavaRefusalError(
            f"Unexpected end offset = {record.end_offset}. EndOffset for a remote segment cannot be"
            f" less than startOffset = {record.start_offset}"
        )
    epochs = _epochs(record)
    state = _state(_SEGMENT_STATES, record.remote_log_segment_state, "state can not be null")
    return (
        f"RemoteLogSegmentMetadata{{remoteLogSegmentId={_segment_id(record.remote_log_segment_id)}"
        f", startOffset={record.start_offset}, endOffset={record.end_offset}"
        f", brokerId={record.broker_id}, maxTimestampMs={record.max_timestamp_ms}"
        f", eventTimestampMs={record.event_timestamp_ms}, segmentLeaderEpochs={epochs}"
        f", segmentSizeInBytes={record.segment_size_in_bytes}"
        f", customMetadata={_custom(record)}, state={state}"
        f", txnIdxEmpty={_boolean(record.txn_index_empty)}}}"
    )


def _update(record: Any) -> str:
    state = _state(_SEGMENT_STATES, record.remote_log_segment_state, "state can not be null")
    return (
        "RemoteLogSegmentMetadataUpdate{remoteLogSegmentId="
        f"{_segment_id(record.remote_log_segment_id)}, customMetadata={_custom(record)}"
        f", state={state}, eventTimestampMs={record.event_timestamp_ms}"
        f", brokerId={record.broker_id}}}"
    )


def _deletion(record: Any) -> str:
    state = _state(_PARTITION_STATES, record.remote_partition_delete_state, "null")
    return (
        f"RemotePartitionDeleteMetadata{{topicPartition={_partition(record.topic_id_partition)}"
        f", state={state}, eventTimestampMs={record.event_timestamp_ms}"
        f", brokerId={record.broker_id}}}"
    )


def _snapshot(record: Any) -> str:
    state = _state(_SEGMENT_STATES, record.remote_log_segment_state, "state can not be null")
    return (
        f"RemoteLogSegmentMetadataSnapshot{{segmentId={record.segment_id}"
        f", startOffset={record.start_offset}, endOffset={record.end_offset}"
        f", maxTimestampMs={record.max_timestamp_ms}, segmentLeaderEpochs={_epochs(record)}"
        f", segmentSizeInBytes={record.segment_size_in_bytes}"
        f", customMetadata={_custom(record)}, state={state}"
        f", txnIdxEmpty={_boolean(record.txn_index_empty)}}}"
    )


_FORMS: Final[dict[str, Callable[[Any], str]]] = {
    "RemoteLogSegmentMetadataRecord": _segment,
    "RemoteLogSegmentMetadataUpdateRecord": _update,
    "RemotePartitionDeleteMetadataRecord": _deletion,
    "RemoteLogSegmentMetadataSnapshotRecord": _snapshot,
}


def _segment_id(entry: Any) -> str:
    partition = _partition(entry.topic_id_partition)
    return f"RemoteLogSegmentId{{topicIdPartition={partition}, id={entry.id}}}"


def _partition(entry: Any) -> str:
    return f"{entry.id}:{entry.name}-{entry.partition}"


def _epochs(record: Any) -> str:
    """Write a TreeMap: ascending, the last of two entries with one epoch counts."""
    epochs = {entry.leader_epoch: entry.offset for entry in record.segment_leader_epochs}
    if not epochs:
        raise JavaRefusalError("segmentLeaderEpochs can not be null or empty")
    return "{" + ", ".join(f"{epoch}={epochs[epoch]}" for epoch in sorted(epochs)) + "}"


def _custom(record: Any) -> str:
    if record.custom_metadata is None:
        return "Optional.empty"
    return f"Optional[CustomMetadata{{{len(record.custom_metadata)} bytes}}]"


def _state(names: tuple[str, ...], number: int, error: str) -> str:
    if not 0 <= number < len(names):
        raise JavaRefusalError(error)
    return names[number]


def _boolean(value: bool) -> str:
    return "true" if value else "false"
