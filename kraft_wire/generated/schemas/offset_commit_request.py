# Generated from OffsetCommitRequest.json by `python -m codegen generate`. Do not edit.
"""What OffsetCommitRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_OffsetCommitRequestPartition = StructSchema(
    "OffsetCommitRequestPartition",
    (0, 10),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 10), default=0),
        Field("committed_offset", "committedOffset", "int64", (0, 10), default=0),
        Field("committed_leader_epoch", "committedLeaderEpoch", "int32", (6, 10), ignorable=True, default=-1),
        Field("commit_timestamp", "commitTimestamp", "int64", (1, 1), default=-1),
        Field("committed_metadata", "committedMetadata", "string", (0, 10), nullable_versions=(0, 10), default=""),
    ),
)
_OffsetCommitRequestTopic = StructSchema(
    "OffsetCommitRequestTopic",
    (0, 10),
    (
        Field("name", "name", "string", (0, 9), ignorable=True, default=""),
        Field("topic_id", "topicId", "uuid", (10, 10), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "struct", (0, 10), is_array=True, default=(), struct=_OffsetCommitRequestPartition),
    ),
)
_OffsetCommitRequest = StructSchema(
    "OffsetCommitRequest",
    (0, 10),
    (
        Field("group_id", "groupId", "string", (0, 10), default=""),
        Field("generation_id_or_member_epoch", "generationIdOrMemberEpoch", "int32", (1, 10), ignorable=True, default=-1),
        Field("member_id", "memberId", "string", (1, 10), ignorable=True, default=""),
        Field("group_instance_id", "groupInstanceId", "string", (7, 10), nullable_versions=(7, 10)),
        Field("retention_time_ms", "retentionTimeMs", "int64", (2, 4), ignorable=True, default=-1),
        Field("topics", "topics", "struct", (0, 10), is_array=True, default=(), struct=_OffsetCommitRequestTopic),
    ),
)

SCHEMA = MessageSchema(
    "OffsetCommitRequest",
    "request",
    8,
    (0, 10),
    (8, 10),
    _OffsetCommitRequest,
)
