# Generated from DescribeShareGroupOffsetsRequest.json by `python -m codegen generate`. Do not edit.
"""What DescribeShareGroupOffsetsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DescribeShareGroupOffsetsRequestTopic = StructSchema(
    "DescribeShareGroupOffsetsRequestTopic",
    (0, 1),
    (
        Field("topic_name", "topicName", "string", (0, 1), default=""),
        Field("partitions", "partitions", "int32", (0, 1), is_array=True, default=()),
    ),
)
_DescribeShareGroupOffsetsRequestGroup = StructSchema(
    "DescribeShareGroupOffsetsRequestGroup",
    (0, 1),
    (
        Field("group_id", "groupId", "string", (0, 1), default=""),
        Field("topics", "topics", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), default=(), struct=_DescribeShareGroupOffsetsRequestTopic),
    ),
)
_DescribeShareGroupOffsetsRequest = StructSchema(
    "DescribeShareGroupOffsetsRequest",
    (0, 1),
    (
        Field("groups", "groups", "struct", (0, 1), is_array=True, default=(), struct=_DescribeShareGroupOffsetsRequestGroup),
    ),
)

SCHEMA = MessageSchema(
    "DescribeShareGroupOffsetsRequest",
    "request",
    90,
    (0, 1),
    (0, 1),
    _DescribeShareGroupOffsetsRequest,
)
