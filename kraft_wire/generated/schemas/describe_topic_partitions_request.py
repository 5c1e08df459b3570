# Generated from DescribeTopicPartitionsRequest.json by `python -m codegen generate`. Do not edit.
"""What DescribeTopicPartitionsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TopicRequest = StructSchema(
    "TopicRequest",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default="", entity_type="topicName", about="Name of the topic."),
    ),
    about="One entry for each topic.",
)
_Cursor = StructSchema(
    "Cursor",
    (0, 0),
    (
        Field("topic_name", "topicName", "string", (0, 0), default="", entity_type="topicName", about="Name of the topic."),
        Field("partition_index", "partitionIndex", "int32", (0, 0), default=0, about="Number of the partition."),
    ),
    about="Where the page begins; null for the first.",
)
_DescribeTopicPartitionsRequest = StructSchema(
    "DescribeTopicPartitionsRequest",
    (0, 0),
    (
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_TopicRequest, about="One entry for each topic."),
        Field("response_partition_limit", "responsePartitionLimit", "int32", (0, 0), default=2000, about="How many partitions a page may have."),
        Field("cursor", "cursor", "struct", (0, 0), nullable_versions=(0, 0), struct=_Cursor, about="Where the page begins; null for the first."),
    ),
    about="Asks for topics with their partitions, page by page.",
)

SCHEMA = MessageSchema(
    "DescribeTopicPartitionsRequest",
    "request",
    75,
    (0, 0),
    (0, 0),
    _DescribeTopicPartitionsRequest,
    listeners=("broker",),
)
