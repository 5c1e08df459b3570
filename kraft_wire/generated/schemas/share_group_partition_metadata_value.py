# Generated from ShareGroupPartitionMetadataValue.json by `python -m codegen generate`. Do not edit.
"""What ShareGroupPartitionMetadataValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TOPIC_PARTITIONS_INFO = StructSchema(
    "TopicPartitionsInfo",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("topic_name", "topicName", "string", (0, 0), default=""),
        Field("partitions", "partitions", "int32", (0, 0), is_array=True, default=()),
    ),
)
_TOPIC_INFO = StructSchema(
    "TopicInfo",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("topic_name", "topicName", "string", (0, 0), default=""),
    ),
)
_SHARE_GROUP_PARTITION_METADATA_VALUE = StructSchema(
    "ShareGroupPartitionMetadataValue",
    (0, 0),
    (
        Field("initialized_topics", "initializedTopics", "struct", (0, 0), is_array=True, default=(), struct=_TOPIC_PARTITIONS_INFO),
        Field("deleting_topics", "deletingTopics", "struct", (0, 0), is_array=True, default=(), struct=_TOPIC_INFO),
    ),
)

SCHEMA = MessageSchema(
    "ShareGroupPartitionMetadataValue",
    "data",
    None,
    (0, 0),
    (0, 0),
    _SHARE_GROUP_PARTITION_METADATA_VALUE,
)
