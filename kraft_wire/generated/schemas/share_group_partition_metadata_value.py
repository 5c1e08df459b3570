# Generated from ShareGroupPartitionMetadataValue.json by `python -m codegen generate`. Do not edit.
"""What ShareGroupPartitionMetadataValue looks like, as data."""

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
_ShareGroupPartitionMetadataValue = StructSchema(
    "ShareGroupPartitionMetadataValue",
    (0, 0),
    (
        Field("initialized_topics", "initializedTopics", "struct", (0, 0), is_array=True, default=(), struct=_TopicPartitionsInfo),
        Field("deleting_topics", "deletingTopics", "struct", (0, 0), is_array=True, default=(), struct=_TopicInfo),
    ),
)

SCHEMA = MessageSchema(
    "ShareGroupPartitionMetadataValue",
    "data",
    None,
    (0, 0),
    (0, 0),
    _ShareGroupPartitionMetadataValue,
)
