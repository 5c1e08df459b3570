# Generated from DescribeShareGroupOffsetsResponse.json by `python -m codegen generate`. Do not edit.
"""What DescribeShareGroupOffsetsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DescribeShareGroupOffsetsResponsePartition = StructSchema(
    "DescribeShareGroupOffsetsResponsePartition",
    (0, 1),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 1), default=0, about="Number of the partition."),
        Field("start_offset", "startOffset", "int64", (0, 1), default=0, about="First offset."),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 1), default=0, about="Epoch of the leader; -1 if unknown."),
        Field("lag", "lag", "int64", (1, 1), ignorable=True, default=-1, about="Number of records behind the end of the partition; -1 if unknown."),
        Field("error_code", "errorCode", "int16", (0, 1), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 1), nullable_versions=(0, 1), about="Text of the error; null without one."),
    ),
    about="One entry for each partition.",
)
_DescribeShareGroupOffsetsResponseTopic = StructSchema(
    "DescribeShareGroupOffsetsResponseTopic",
    (0, 1),
    (
        Field("topic_name", "topicName", "string", (0, 1), default="", entity_type="topicName", about="Name of the topic."),
        Field("topic_id", "topicId", "uuid", (0, 1), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "struct", (0, 1), is_array=True, default=(), struct=_DescribeShareGroupOffsetsResponsePartition, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_DescribeShareGroupOffsetsResponseGroup = StructSchema(
    "DescribeShareGroupOffsetsResponseGroup",
    (0, 1),
    (
        Field("group_id", "groupId", "string", (0, 1), default="", entity_type="groupId", about="Id of the group."),
        Field("topics", "topics", "struct", (0, 1), is_array=True, default=(), struct=_DescribeShareGroupOffsetsResponseTopic, about="One entry for each topic."),
        Field("error_code", "errorCode", "int16", (0, 1), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 1), nullable_versions=(0, 1), about="Text of the error; null without one."),
    ),
    about="One entry for each group.",
)
_DescribeShareGroupOffsetsResponse = StructSchema(
    "DescribeShareGroupOffsetsResponse",
    (0, 1),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 1), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("groups", "groups", "struct", (0, 1), is_array=True, default=(), struct=_DescribeShareGroupOffsetsResponseGroup, about="One entry for each group."),
    ),
    about="Answers DescribeShareGroupOffsetsRequest.",
)

SCHEMA = MessageSchema(
    "DescribeShareGroupOffsetsResponse",
    "response",
    90,
    (0, 1),
    (0, 1),
    _DescribeShareGroupOffsetsResponse,
)
