# Generated from OffsetFetchResponse.json by `python -m codegen generate`. Do not edit.
"""What OffsetFetchResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_OffsetFetchResponsePartition = StructSchema(
    "OffsetFetchResponsePartition",
    (0, 7),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 7), default=0),
        Field("committed_offset", "committedOffset", "int64", (0, 7), default=0),
        Field("committed_leader_epoch", "committedLeaderEpoch", "int32", (5, 7), ignorable=True, default=-1),
        Field("metadata", "metadata", "string", (0, 7), nullable_versions=(0, 7), default=""),
        Field("error_code", "errorCode", "int16", (0, 7), default=0),
    ),
)
_OffsetFetchResponseTopic = StructSchema(
    "OffsetFetchResponseTopic",
    (0, 7),
    (
        Field("name", "name", "string", (0, 7), default=""),
        Field("partitions", "partitions", "struct", (0, 7), is_array=True, default=(), struct=_OffsetFetchResponsePartition),
    ),
)
_OffsetFetchResponsePartitions = StructSchema(
    "OffsetFetchResponsePartitions",
    (8, 10),
    (
        Field("partition_index", "partitionIndex", "int32", (8, 10), default=0),
        Field("committed_offset", "committedOffset", "int64", (8, 10), default=0),
        Field("committed_leader_epoch", "committedLeaderEpoch", "int32", (8, 10), ignorable=True, default=-1),
        Field("metadata", "metadata", "string", (8, 10), nullable_versions=(8, 10), default=""),
        Field("error_code", "errorCode", "int16", (8, 10), default=0),
    ),
)
_OffsetFetchResponseTopics = StructSchema(
    "OffsetFetchResponseTopics",
    (8, 10),
    (
        Field("name", "name", "string", (8, 9), ignorable=True, default=""),
        Field("topic_id", "topicId", "uuid", (10, 10), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "struct", (8, 10), is_array=True, default=(), struct=_OffsetFetchResponsePartitions),
    ),
)
_OffsetFetchResponseGroup = StructSchema(
    "OffsetFetchResponseGroup",
    (8, 10),
    (
        Field("group_id", "groupId", "string", (8, 10), default=""),
        Field("topics", "topics", "struct", (8, 10), is_array=True, default=(), struct=_OffsetFetchResponseTopics),
        Field("error_code", "errorCode", "int16", (8, 10), default=0),
    ),
)
_OffsetFetchResponse = StructSchema(
    "OffsetFetchResponse",
    (0, 10),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (3, 10), ignorable=True, default=0),
        Field("topics", "topics", "struct", (0, 7), is_array=True, default=(), struct=_OffsetFetchResponseTopic),
        Field("error_code", "errorCode", "int16", (2, 7), ignorable=True, default=0),
        Field("groups", "groups", "struct", (8, 10), is_array=True, default=(), struct=_OffsetFetchResponseGroup),
    ),
)

SCHEMA = MessageSchema(
    "OffsetFetchResponse",
    "response",
    9,
    (0, 10),
    (6, 10),
    _OffsetFetchResponse,
)
