# Generated from DescribeTopicPartitionsRequest.json by `python -m codegen generate`. Do not edit.
"""What DescribeTopicPartitionsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TOPIC_REQUEST = StructSchema(
    "TopicRequest",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default=""),
    ),
)
_CURSOR = StructSchema(
    "Cursor",
    (0, 0),
    (
        Field("topic_name", "topicName", "string", (0, 0), default=""),
        Field("partition_index", "partitionIndex", "int32", (0, 0), default=0),
    ),
)
_DESCRIBE_TOPIC_PARTITIONS_REQUEST = StructSchema(
    "DescribeTopicPartitionsRequest",
    (0, 0),
    (
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_TOPIC_REQUEST),
        Field("response_partition_limit", "responsePartitionLimit", "int32", (0, 0), default=2000),
        Field("cursor", "cursor", "struct", (0, 0), nullable_versions=(0, 0), struct=_CURSOR),
    ),
)

SCHEMA = MessageSchema(
    "DescribeTopicPartitionsRequest",
    "request",
    75,
    (0, 0),
    (0, 0),
    _DESCRIBE_TOPIC_PARTITIONS_REQUEST,
)
