# Generated from ShareGroupPartitionMetadataValue.json by `python -m codegen generate`. Do not edit.
"""What ShareGroupPartitionMetadataValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TopicPartitionsInfo = StructSchema(
    "TopicPartitionsInfo",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("topic_name", "topicName", "string", (0, 0), default="", about="Name of the topic."),
        Field("partitions", "partitions", "int32", (0, 0), is_array=True, default=(), about="Numbers of the partitions."),
    ),
    about="Topics whose state is kept.",
)
_TopicInfo = StructSchema(
    "TopicInfo",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("topic_name", "topicName", "string", (0, 0), default="", about="Name of the topic."),
    ),
    about="Topics whose state is being deleted.",
)
_ShareGroupPartitionMetadataValue = StructSchema(
    "ShareGroupPartitionMetadataValue",
    (0, 0),
    (
        Field("initialized_topics", "initializedTopics", "struct", (0, 0), is_array=True, default=(), struct=_TopicPartitionsInfo, about="Topics whose state is kept."),
        Field("deleting_topics", "deletingTopics", "struct", (0, 0), is_array=True, default=(), struct=_TopicInfo, about="Topics whose state is being deleted."),
    ),
    about="The topics of a share group in 3.9, which had it in early access.",
)

SCHEMA = MessageSchema(
    "ShareGroupPartitionMetadataValue",
    "data",
    None,
    (0, 0),
    (0, 0),
    _ShareGroupPartitionMetadataValue,
)
