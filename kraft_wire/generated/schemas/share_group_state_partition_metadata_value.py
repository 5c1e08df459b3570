# Generated from ShareGroupStatePartitionMetadataValue.json by `python -m codegen generate`. Do not edit.
"""What ShareGroupStatePartitionMetadataValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TopicPartitionsInfo = StructSchema(
    "TopicPartitionsInfo",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("topic_name", "topicName", "string", (0, 0), default="", about="Name of the topic."),
        Field("partitions", "partitions", "int32", (0, 0), is_array=True, default=(), about="Numbers of the partitions."),
    ),
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
_ShareGroupStatePartitionMetadataValue = StructSchema(
    "ShareGroupStatePartitionMetadataValue",
    (0, 0),
    (
        Field("initializing_topics", "initializingTopics", "struct", (0, 0), is_array=True, default=(), struct=_TopicPartitionsInfo, about="Topics whose state is about to be kept."),
        Field("initialized_topics", "initializedTopics", "struct", (0, 0), is_array=True, default=(), struct=_TopicPartitionsInfo, about="Topics whose state is kept."),
        Field("deleting_topics", "deletingTopics", "struct", (0, 0), is_array=True, default=(), struct=_TopicInfo, about="Topics whose state is being deleted."),
    ),
    about="Which partitions of a share group the share coordinator keeps, begins to keep or deletes.",
)

SCHEMA = MessageSchema(
    "ShareGroupStatePartitionMetadataValue",
    "coordinator-value",
    15,
    (0, 0),
    (0, 0),
    _ShareGroupStatePartitionMetadataValue,
)
