# Generated from ShareGroupStatePartitionMetadataValue.json by `python -m codegen generate`. Do not edit.
"""What ShareGroupStatePartitionMetadataValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TopicPartitionsInfo = StructSchema(
    "TopicPartitionsInfo",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("topic_name", "topicName", "string", (0, 0), default=""),
        Field("partitions", "partitions", "int32", (0, 0), is_array=True, default=()),
    ),
)
_TopicInfo = StructSchema(
    "TopicInfo",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("topic_name", "topicName", "string", (0, 0), default=""),
    ),
)
_ShareGroupStatePartitionMetadataValue = StructSchema(
    "ShareGroupStatePartitionMetadataValue",
    (0, 0),
    (
        Field("initializing_topics", "initializingTopics", "struct", (0, 0), is_array=True, default=(), struct=_TopicPartitionsInfo),
        Field("initialized_topics", "initializedTopics", "struct", (0, 0), is_array=True, default=(), struct=_TopicPartitionsInfo),
        Field("deleting_topics", "deletingTopics", "struct", (0, 0), is_array=True, default=(), struct=_TopicInfo),
    ),
)

SCHEMA = MessageSchema(
    "ShareGroupStatePartitionMetadataValue",
    "coordinator-value",
    15,
    (0, 0),
    (0, 0),
    _ShareGroupStatePartitionMetadataValue,
)
