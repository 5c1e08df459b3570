# Generated from DescribeTopicPartitionsRequest.json by `python -m codegen generate`. Do not edit.
"""What DescribeTopicPartitionsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TopicRequest = StructSchema(
    "TopicRequest",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default=""),
    ),
)
_Cursor = StructSchema(
    "Cursor",
    (0, 0),
    (
        Field("topic_name", "topicName", "string", (0, 0), default=""),
        Field("partition_index", "partitionIndex", "int32", (0, 0), default=0),
    ),
)
_DescribeTopicPartitionsRequest = StructSchema(
    "DescribeTopicPartitionsRequest",
    (0, 0),
    (
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_TopicRequest),
        Field("response_partition_limit", "responsePartitionLimit", "int32", (0, 0), default=2000),
        Field("cursor", "cursor", "struct", (0, 0), nullable_versions=(0, 0), struct=_Cursor),
    ),
)

SCHEMA = MessageSchema(
    "DescribeTopicPartitionsRequest",
    "request",
    75,
    (0, 0),
    (0, 0),
    _DescribeTopicPartitionsRequest,
)
