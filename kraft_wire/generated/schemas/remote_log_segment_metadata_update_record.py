# Generated from RemoteLogSegmentMetadataUpdateRecord.json by `python -m codegen generate`. Do not edit.
"""What RemoteLogSegmentMetadataUpdateRecord looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_TopicIdPartitionEntry = StructSchema(
    "TopicIdPartitionEntry",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default="", about="Name of the topic."),
        Field("id", "id", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic."),
        Field("partition", "partition", "int32", (0, 0), default=0, about="Number of the partition."),
    ),
    about="Which partition.",
)
_RemoteLogSegmentIdEntry = StructSchema(
    "RemoteLogSegmentIdEntry",
    (0, 0),
    (
        Field("topic_id_partition", "topicIdPartition", "struct", (0, 0), default=ABSENT, struct=_TopicIdPartitionEntry, about="Which partition."),
        Field("id", "id", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the remote segment."),
    ),
    about="Which segment.",
)
_RemoteLogSegmentMetadataUpdateRecord = StructSchema(
    "RemoteLogSegmentMetadataUpdateRecord",
    (0, 0),
    (
        Field("remote_log_segment_id", "remoteLogSegmentId", "struct", (0, 0), default=ABSENT, struct=_RemoteLogSegmentIdEntry, about="Which segment."),
        Field("broker_id", "brokerId", "int32", (0, 0), default=0, about="Node id of the broker."),
        Field("event_timestamp_ms", "eventTimestampMs", "int64", (0, 0), default=0, about="When it happened, in milliseconds since 1970."),
        Field("custom_metadata", "customMetadata", "bytes", (0, 0), nullable_versions=(0, 0), about="Bytes of the storage plugin."),
        Field("remote_log_segment_state", "remoteLogSegmentState", "int8", (0, 0), default=0, about="0 copy started, 1 copy finished, 2 delete started, 3 delete finished."),
    ),
    about="A remote segment changes its state.",
)

SCHEMA = MessageSchema(
    "RemoteLogSegmentMetadataUpdateRecord",
    "metadata",
    1,
    (0, 0),
    (0, 0),
    _RemoteLogSegmentMetadataUpdateRecord,
)
