# Generated from DescribeShareGroupOffsetsRequest.json by `python -m codegen generate`. Do not edit.
"""What DescribeShareGroupOffsetsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DescribeShareGroupOffsetsRequestTopic = StructSchema(
    "DescribeShareGroupOffsetsRequestTopic",
    (0, 1),
    (
        Field("topic_name", "topicName", "string", (0, 1), default="", entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "int32", (0, 1), is_array=True, default=(), about="Numbers of the partitions."),
    ),
    about="One entry for each topic.",
)
_DescribeShareGroupOffsetsRequestGroup = StructSchema(
    "DescribeShareGroupOffsetsRequestGroup",
    (0, 1),
    (
        Field("group_id", "groupId", "string", (0, 1), default="", entity_type="groupId", about="Id of the group."),
        Field("topics", "topics", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), default=(), struct=_DescribeShareGroupOffsetsRequestTopic, about="One entry for each topic."),
    ),
    about="One entry for each group.",
)
_DescribeShareGroupOffsetsRequest = StructSchema(
    "DescribeShareGroupOffsetsRequest",
    (0, 1),
    (
        Field("groups", "groups", "struct", (0, 1), is_array=True, default=(), struct=_DescribeShareGroupOffsetsRequestGroup, about="One entry for each group."),
    ),
    about="Asks for the start offsets of share groups.",
)

SCHEMA = MessageSchema(
    "DescribeShareGroupOffsetsRequest",
    "request",
    90,
    (0, 1),
    (0, 1),
    _DescribeShareGroupOffsetsRequest,
    listeners=("broker",),
)
