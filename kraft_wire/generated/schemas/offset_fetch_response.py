# Generated from OffsetFetchResponse.json by `python -m codegen generate`. Do not edit.
"""What OffsetFetchResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_OffsetFetchResponsePartition = StructSchema(
    "OffsetFetchResponsePartition",
    (0, 7),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 7), default=0, about="Number of the partition."),
        Field("committed_offset", "committedOffset", "int64", (0, 7), default=0, about="Offset of the next record to consume; -1 where none is committed."),
        Field("committed_leader_epoch", "committedLeaderEpoch", "int32", (5, 7), ignorable=True, default=-1, about="Leader epoch of the last record that was consumed; -1 if unknown."),
        Field("metadata", "metadata", "string", (0, 7), nullable_versions=(0, 7), default="", about="Bytes or text of the client's own."),
        Field("error_code", "errorCode", "int16", (0, 7), default=0, about="Error code; 0 for success."),
    ),
    about="One entry for each partition.",
)
_OffsetFetchResponseTopic = StructSchema(
    "OffsetFetchResponseTopic",
    (0, 7),
    (
        Field("name", "name", "string", (0, 7), default="", entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "struct", (0, 7), is_array=True, default=(), struct=_OffsetFetchResponsePartition, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_OffsetFetchResponsePartitions = StructSchema(
    "OffsetFetchResponsePartitions",
    (8, 10),
    (
        Field("partition_index", "partitionIndex", "int32", (8, 10), default=0, about="Number of the partition."),
        Field("committed_offset", "committedOffset", "int64", (8, 10), default=0, about="Offset of the next record to consume; -1 where none is committed."),
        Field("committed_leader_epoch", "committedLeaderEpoch", "int32", (8, 10), ignorable=True, default=-1, about="Leader epoch of the last record that was consumed; -1 if unknown."),
        Field("metadata", "metadata", "string", (8, 10), nullable_versions=(8, 10), default="", about="Bytes or text of the client's own."),
        Field("error_code", "errorCode", "int16", (8, 10), default=0, about="Error code; 0 for success."),
    ),
    about="One entry for each partition.",
)
_OffsetFetchResponseTopics = StructSchema(
    "OffsetFetchResponseTopics",
    (8, 10),
    (
        Field("name", "name", "string", (8, 9), ignorable=True, default="", entity_type="topicName", about="Name of the topic."),
        Field("topic_id", "topicId", "uuid", (10, 10), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "struct", (8, 10), is_array=True, default=(), struct=_OffsetFetchResponsePartitions, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_OffsetFetchResponseGroup = StructSchema(
    "OffsetFetchResponseGroup",
    (8, 10),
    (
        Field("group_id", "groupId", "string", (8, 10), default="", entity_type="groupId", about="Id of the group."),
        Field("topics", "topics", "struct", (8, 10), is_array=True, default=(), struct=_OffsetFetchResponseTopics, about="One entry for each topic."),
        Field("error_code", "errorCode", "int16", (8, 10), default=0, about="Error code; 0 for success."),
    ),
    about="One entry for each group.",
)
_OffsetFetchResponse = StructSchema(
    "OffsetFetchResponse",
    (0, 10),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (3, 10), ignorable=True, default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("topics", "topics", "struct", (0, 7), is_array=True, default=(), struct=_OffsetFetchResponseTopic, about="One entry for each topic."),
        Field("error_code", "errorCode", "int16", (2, 7), ignorable=True, default=0, about="Error code; 0 for success."),
        Field("groups", "groups", "struct", (8, 10), is_array=True, default=(), struct=_OffsetFetchResponseGroup, about="One entry for each group."),
    ),
    about="Answers OffsetFetchRequest.",
)

SCHEMA = MessageSchema(
    "OffsetFetchResponse",
    "response",
    9,
    (0, 10),
    (6, 10),
    _OffsetFetchResponse,
)
