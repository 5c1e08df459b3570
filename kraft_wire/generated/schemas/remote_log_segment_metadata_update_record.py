# Generated from RemoteLogSegmentMetadataUpdateRecord.json by `python -m codegen generate`. Do not edit.
"""What RemoteLogSegmentMetadataUpdateRecord looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_TopicIdPartitionEntry = StructSchema(
    "TopicIdPartitionEntry",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default=""),
        Field("id", "id", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partition", "partition", "int32", (0, 0), default=0),
    ),
)
_RemoteLogSegmentIdEntry = StructSchema(
    "RemoteLogSegmentIdEntry",
    (0, 0),
    (
        Field("topic_id_partition", "topicIdPartition", "struct", (0, 0), default=ABSENT, struct=_TopicIdPartitionEntry),
        Field("id", "id", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
    ),
)
_RemoteLogSegmentMetadataUpdateRecord = StructSchema(
    "RemoteLogSegmentMetadataUpdateRecord",
    (0, 0),
    (
        Field("remote_log_segment_id", "remoteLogSegmentId", "struct", (0, 0), default=ABSENT, struct=_RemoteLogSegmentIdEntry),
        Field("broker_id", "brokerId", "int32", (0, 0), default=0),
        Field("event_timestamp_ms", "eventTimestampMs", "int64", (0, 0), default=0),
        Field("custom_metadata", "customMetadata", "bytes", (0, 0), nullable_versions=(0, 0)),
        Field("remote_log_segment_state", "remoteLogSegmentState", "int8", (0, 0), default=0),
    ),
)

SCHEMA = MessageSchema(
    "RemoteLogSegmentMetadataUpdateRecord",
    "metadata",
    1,
    (0, 0),
    (0, 0),
    _RemoteLogSegmentMetadataUpdateRecord,
)
