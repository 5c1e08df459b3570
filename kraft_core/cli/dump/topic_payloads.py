"""Keys and payloads of the internal topics, as the decoders of Kafka's tool print them.

Metadata records and those of the remote log are in the frame of `AbstractApiMessageSerde`; the
remote log's are printed as `RemoteLogMetadataSerde` and the `toString` of what it makes. Records of
the group, share and transaction coordinators are `CoordinatorRecordMessageParser` over
`CoordinatorRecordSerde`: a number of two bytes precedes key and value, that of the key is the
kind of record, that of the value its version.
"""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, Any, Final

from kraft_core.cli.dump.java_reader import (
    JavaRefusalError,
    known_version,
    read_as_java,
    read_frame,
    record_classes,
)
from kraft_core.cli.dump.report import StoppedError
from kraft_wire.errors import WireError
from kraft_wire.json_form import dumps, to_json
from kraft_wire.messages import message_class
from kraft_wire.registry import type_name
from kraft_wire.secrets import REDACTED, redact_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.cli.dump.record_text import Texts
    from kraft_core.cli.dump.report import Topic
    from kraft_wire.message import Message
    from kraft_wire.records.coordinator import MemberContent

_FRAME_SIZE: Final = 3
_KNOWN_FRAMES: Final[dict[bytes, tuple[type[Message], int, str]]] = {}
"""Frames of three bytes that were met: the message, its version, and the begin of the text."""


def metadata_texts(key: bytes | None, value: bytes | None, offset: int) -> Texts:
    """Print a metadata record, or Kafka's message if it cannot be read."""
    del key
    value = value or b""
    if known := _KNOWN_FRAMES.get(value[:_FRAME_SIZE]):
        cls, version, begin = known
        try:
            message = cls.decode(value, version, _FRAME_SIZE)
        except WireError:
            pass  # Java can accept it nevertheless
        else:
            return None, f"{begin}{dumps(to_json(message, version))}}}"
    try:
        found, version = read_frame(value, record_classes("cluster-metadata", "metadata"))
    except JavaRefusalError as error:
        return None, f"Error at {offset}, skipping. {error.message}"
    cls = type(found)
    begin = _begin(cls, version)
    known_as = known_version(cls, version)
    if known_as == version and max(value[:_FRAME_SIZE]) < 128:
        _KNOWN_FRAMES[value[:_FRAME_SIZE]] = (cls, version, begin)
    return None, f"{begin}{dumps(to_json(found, known_as))}}}"


def _begin(cls: type[Message], version: int) -> str:
    return f'{{"type":"{type_name(cls.__name__)}","version":{version},"data":'


def redacted_texts(key: bytes | None, value: bytes | None, offset: int) -> Texts:
    """Print a metadata record without its secrets; nothing of a record that cannot be read."""
    del key
    try:
        found, version = read_frame(value or b"", record_classes("cluster-metadata", "metadata"))
    except JavaRefusalError:
        return None, f"Error at {offset}, skipping. {REDACTED}"
    form = to_json(found, known_version(type(found), version))
    redact_json(form, found)
    return None, f"{_begin(type(found), version)}{dumps(form)}}}"


def metadata_json(value: bytes | None) -> dict[str, Any]:
    """Return a metadata record as JSON: type, key, version and data, or the error."""
    try:
        message, version = read_frame(value or b"", record_classes("cluster-metadata", "metadata"))
    except JavaRefusalError as error:
        return {"error": error.message}
    return _json(message, version, to_json(message, known_version(type(message), version)))


def redacted_json(value: bytes | None) -> tuple[dict[str, Any], bool]:
    """Return a metadata record as JSON without its secrets.

    Also return True if its bytes must not be shown: it has secrets, or cannot be read.
    """
    try:
        message, version = read_frame(value or b"", record_classes("cluster-metadata", "metadata"))
    except JavaRefusalError:
        return {"error": REDACTED}, True
    form = to_json(message, known_version(type(message), version))
    return _json(message, version, form), redact_json(form, message)


def _json(message: Message, version: int, form: dict[str, Any]) -> dict[str, Any]:
    cls = type(message)
    return {
        "type": type_name(cls.__name__),
        "apiKey": cls.API_KEY,
        "version": version,
        "data": form,
    }


_PREFIX: Final = Struct(">h")
_TOMBSTONE: Final = "<DELETE>"


def coordinator_texts(topic: Topic) -> Callable[[bytes | None, bytes | None, int], Texts]:
    """Return the function that prints a coordinator's records of an internal topic."""
    keys = record_classes(topic, "coordinator-key")
    values = record_classes(topic, "coordinator-value")

    def texts(key: bytes | None, value: bytes | None, offset: int) -> Texts:
        if key is None:
            raise StoppedError(
                f"the record at offset {offset} has no key, so it is not a coordinator record"
            )
        try:
            kind = _prefix(key, "key")
            key_class, value_class = keys.get(kind), values.get(kind)
            if key_class is None or value_class is None:
                return f"Unknown record type {kind} at offset {offset}, skipping.", None
            return _key_text(key_class, key, kind), _value_text(value_class, value, kind)
        except JavaRefusalError as error:
            return f"Error at offset {offset}, skipping. {error.message}", None

    return texts


def _key_text(cls: type[Message], key: bytes, kind: int) -> str:
    message = _read(cls, key, kind, "key")
    return f'{{"type":"{kind}","data":{dumps(to_json(message, cls.VERSIONS[0]))}}}'


def _value_text(cls: type[Message], value: bytes | None, kind: int) -> str:
    if value is None:
        return _TOMBSTONE
    version = _prefix(value, "value")
    if not cls.VERSIONS[0] <= version <= cls.VERSIONS[1]:
        raise JavaRefusalError(f"Found an unknown record version {version} for {kind} type")
    message = _read(cls, value, version, "value")
    data = to_json(message, version)
    if cls.__name__ == "GroupMetadataValue":
        from kraft_wire.records.coordinator import member_contents  # only here

        for each in member_contents(message):
            _open(each, data["members"][each.member])
    return f'{{"version":"{version}","data":{dumps(data)}}}'


def _prefix(data: bytes, name: str) -> int:
    if len(data) < _PREFIX.size:
        raise JavaRefusalError(f"Could not read version from {name}'s buffer.")
    return int(_PREFIX.unpack_from(data)[0])


def _read(cls: type[Message], data: bytes, version: int, name: str) -> Message:
    try:
        return read_as_java(cls, data[_PREFIX.size :], version)[0]
    except JavaRefusalError as error:
        raise JavaRefusalError(
            f"Could not read record with version {version} from {name}'s buffer due to:"
            f" {error.message}."
        ) from None


def _open(content: MemberContent, shown: dict[str, Any]) -> None:
    """Replace bytes by the message in them; other bytes stay."""
    cls = message_class(content.message)
    try:
        version = known_version(cls, _prefix(content.content, content.field))
        message, _ = read_as_java(cls, content.content[_PREFIX.size :], version)
    except JavaRefusalError:
        return
    shown[content.field] = to_json(message, version)


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
    """Print a record of the remote log's metadata, or Kafka's message for an invalid one."""
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
