# Generated from OffsetCommitRequest.json by `python -m codegen generate`. Do not edit.
"""What OffsetCommitRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_OffsetCommitRequestPartition = StructSchema(
    "OffsetCommitRequestPartition",
    (0, 10),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 10), default=0, about="Number of the partition."),
        Field("committed_offset", "committedOffset", "int64", (0, 10), default=0, about="Offset of the next record to consume; -1 where none is committed."),
        Field("committed_leader_epoch", "committedLeaderEpoch", "int32", (6, 10), ignorable=True, default=-1, about="Leader epoch of the last record that was consumed; -1 if unknown."),
        Field("commit_timestamp", "commitTimestamp", "int64", (1, 1), default=-1, about="When the offset was committed, in milliseconds since 1970."),
        Field("committed_metadata", "committedMetadata", "string", (0, 10), nullable_versions=(0, 10), default="", about="Text that the client keeps with the offset."),
    ),
    about="One entry for each partition.",
)
_OffsetCommitRequestTopic = StructSchema(
    "OffsetCommitRequestTopic",
    (0, 10),
    (
        Field("name", "name", "string", (0, 9), ignorable=True, default="", entity_type="topicName", about="Name of the topic."),
        Field("topic_id", "topicId", "uuid", (10, 10), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "struct", (0, 10), is_array=True, default=(), struct=_OffsetCommitRequestPartition, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_OffsetCommitRequest = StructSchema(
    "OffsetCommitRequest",
    (0, 10),
    (
        Field("group_id", "groupId", "string", (0, 10), default="", entity_type="groupId", about="Id of the group."),
        Field("generation_id_or_member_epoch", "generationIdOrMemberEpoch", "int32", (1, 10), ignorable=True, default=-1, about="Generation of a classic group, or member epoch in the new protocol; -1 without membership."),
        Field("member_id", "memberId", "string", (1, 10), ignorable=True, default="", about="Id of the member."),
        Field("group_instance_id", "groupInstanceId", "string", (7, 10), nullable_versions=(7, 10), about="Static id of the member; null for a dynamic one."),
        Field("retention_time_ms", "retentionTimeMs", "int64", (2, 4), ignorable=True, default=-1, about="Milliseconds to keep the offsets; -1 for the broker's setting."),
        Field("topics", "topics", "struct", (0, 10), is_array=True, default=(), struct=_OffsetCommitRequestTopic, about="One entry for each topic."),
    ),
    about="Commits offsets of a group.",
)

SCHEMA = MessageSchema(
    "OffsetCommitRequest",
    "request",
    8,
    (0, 10),
    (8, 10),
    _OffsetCommitRequest,
    deprecated_versions=(0, 1),
    listeners=("broker",),
)
