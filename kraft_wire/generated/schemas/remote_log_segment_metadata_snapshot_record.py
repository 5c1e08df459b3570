# Generated from RemoteLogSegmentMetadataSnapshotRecord.json by `python -m codegen generate`. Do not edit.
"""What RemoteLogSegmentMetadataSnapshotRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_SegmentLeaderEpochEntry = StructSchema(
    "SegmentLeaderEpochEntry",
    (0, 0),
    (
        Field("leader_epoch", "leaderEpoch", "int32", (0, 0), default=0),
        Field("offset", "offset", "int64", (0, 0), default=0),
    ),
)
_RemoteLogSegmentMetadataSnapshotRecord = StructSchema(
    "RemoteLogSegmentMetadataSnapshotRecord",
    (0, 0),
    (
        Field("segment_id", "segmentId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
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
    "RemoteLogSegmentMetadataSnapshotRecord",
    "metadata",
    3,
    (0, 0),
    (0, 0),
    _RemoteLogSegmentMetadataSnapshotRecord,
)
