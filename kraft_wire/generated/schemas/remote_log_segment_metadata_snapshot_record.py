# Generated from RemoteLogSegmentMetadataSnapshotRecord.json by `python -m codegen generate`. Do not edit.
"""What RemoteLogSegmentMetadataSnapshotRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_SegmentLeaderEpochEntry = StructSchema(
    "SegmentLeaderEpochEntry",
    (0, 0),
    (
        Field("leader_epoch", "leaderEpoch", "int32", (0, 0), default=0, about="Epoch of the leader; -1 if unknown."),
        Field("offset", "offset", "int64", (0, 0), default=0, about="First offset of the leader epoch."),
    ),
    about="Leader epochs of the segment, each with its first offset.",
)
_RemoteLogSegmentMetadataSnapshotRecord = StructSchema(
    "RemoteLogSegmentMetadataSnapshotRecord",
    (0, 0),
    (
        Field("segment_id", "segmentId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the remote segment."),
        Field("start_offset", "startOffset", "int64", (0, 0), default=0, about="First offset."),
        Field("end_offset", "endOffset", "int64", (0, 0), default=0, about="Last offset of the segment."),
        Field("broker_id", "brokerId", "int32", (0, 0), default=0, about="Node id of the broker."),
        Field("max_timestamp_ms", "maxTimestampMs", "int64", (0, 0), default=0, about="Highest timestamp, in milliseconds since 1970."),
        Field("event_timestamp_ms", "eventTimestampMs", "int64", (0, 0), default=0, about="When it happened, in milliseconds since 1970."),
        Field("segment_leader_epochs", "segmentLeaderEpochs", "struct", (0, 0), is_array=True, default=(), struct=_SegmentLeaderEpochEntry, about="Leader epochs of the segment, each with its first offset."),
        Field("segment_size_in_bytes", "segmentSizeInBytes", "int32", (0, 0), default=0, about="Bytes of the segment."),
        Field("custom_metadata", "customMetadata", "bytes", (0, 0), nullable_versions=(0, 0), about="Bytes of the storage plugin."),
        Field("remote_log_segment_state", "remoteLogSegmentState", "int8", (0, 0), default=0, about="0 copy started, 1 copy finished, 2 delete started, 3 delete finished."),
        Field("txn_index_empty", "txnIndexEmpty", "bool", (0, 0), tagged_versions=(0, 0), tag=0, default=False, about="Whether the segment has no aborted transactions."),
    ),
    about="One remote segment, as a snapshot of remote log metadata holds it.",
)

SCHEMA = MessageSchema(
    "RemoteLogSegmentMetadataSnapshotRecord",
    "metadata",
    3,
    (0, 0),
    (0, 0),
    _RemoteLogSegmentMetadataSnapshotRecord,
)
