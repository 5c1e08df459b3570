# Generated from RemoteLogSegmentMetadataRecord.json by `python -m codegen generate`. Do not edit.
"""What RemoteLogSegmentMetadataRecord looks like, as data."""

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
_SegmentLeaderEpochEntry = StructSchema(
    "SegmentLeaderEpochEntry",
    (0, 0),
    (
        Field("leader_epoch", "leaderEpoch", "int32", (0, 0), default=0),
        Field("offset", "offset", "int64", (0, 0), default=0),
    ),
)
_RemoteLogSegmentMetadataRecord = StructSchema(
    "RemoteLogSegmentMetadataRecord",
    (0, 0),
    (
        Field("remote_log_segment_id", "remoteLogSegmentId", "struct", (0, 0), default=ABSENT, struct=_RemoteLogSegmentIdEntry),
        Field("start_offset", "startOffset", "int64", (0, 0), default=0),
        Field("end_offset", "endOffset", "int64", (0, 0), default=0),
        Field("broker_id", "brokerId", "int32", (0, 0), default=0),
        Field("max_timestamp_ms", "maxTimestampMs", "int64", (0, 0), default=0),
        Field("event_timestamp_ms", "eventTimestampMs", "int64", (0, 0), default=0),
        Field("segment_leader_epochs", "segmentLeaderEpochs", "struct", (0, 0), is_array=True, default=(), struct=_SegmentLeaderEpochEntry),
        Field("segment_size_in_bytes", "segmentSizeInBytes", "int32", (0, 0), default=0),
        Field("custom_metadata", "customMetadata", "bytes", (0, 0), nullable_versions=(0, 0)),
        Field("remote_log_segment_state", "remoteLogSegmentState", "int8", (0, 0), default=0),
        Field("txn_index_empty", "txnIndexEmpty", "bool", (0, 0), tagged_versions=(0, 0), tag=0, default=False),
    ),
)

SCHEMA = MessageSchema(
    "RemoteLogSegmentMetadataRecord",
    "metadata",
    0,
    (0, 0),
    (0, 0),
    _RemoteLogSegmentMetadataRecord,
)
