# Generated from DescribeShareGroupOffsetsResponse.json by `python -m codegen generate`. Do not edit.
"""What DescribeShareGroupOffsetsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DescribeShareGroupOffsetsResponsePartition = StructSchema(
    "DescribeShareGroupOffsetsResponsePartition",
    (0, 1),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 1), default=0),
        Field("start_offset", "startOffset", "int64", (0, 1), default=0),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 1), default=0),
        Field("lag", "lag", "int64", (1, 1), ignorable=True, default=-1),
        Field("error_code", "errorCode", "int16", (0, 1), default=0),
        Field("error_message", "errorMessage", "string", (0, 1), nullable_versions=(0, 1)),
    ),
)
_DescribeShareGroupOffsetsResponseTopic = StructSchema(
    "DescribeShareGroupOffsetsResponseTopic",
    (0, 1),
    (
        Field("topic_name", "topicName", "string", (0, 1), default=""),
        Field("topic_id", "topicId", "uuid", (0, 1), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "struct", (0, 1), is_array=True, default=(), struct=_DescribeShareGroupOffsetsResponsePartition),
    ),
)
_DescribeShareGroupOffsetsResponseGroup = StructSchema(
    "DescribeShareGroupOffsetsResponseGroup",
    (0, 1),
    (
        Field("group_id", "groupId", "string", (0, 1), default=""),
        Field("topics", "topics", "struct", (0, 1), is_array=True, default=(), struct=_DescribeShareGroupOffsetsResponseTopic),
        Field("error_code", "errorCode", "int16", (0, 1), default=0),
        Field("error_message", "errorMessage", "string", (0, 1), nullable_versions=(0, 1)),
    ),
)
_DescribeShareGroupOffsetsResponse = StructSchema(
    "DescribeShareGroupOffsetsResponse",
    (0, 1),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 1), default=0),
        Field("groups", "groups", "struct", (0, 1), is_array=True, default=(), struct=_DescribeShareGroupOffsetsResponseGroup),
    ),
)

SCHEMA = MessageSchema(
    "DescribeShareGroupOffsetsResponse",
    "response",
    90,
    (0, 1),
    (0, 1),
    _DescribeShareGroupOffsetsResponse,
)
