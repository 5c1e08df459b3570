# Generated from ConsumerGroupTargetAssignmentMemberValue.json by `python -m codegen generate`. Do not edit.
"""What ConsumerGroupTargetAssignmentMemberValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TopicPartition = StructSchema(
    "TopicPartition",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "int32", (0, 0), is_array=True, default=(), about="Numbers of the partitions."),
    ),
    about="Partitions by topic.",
)
_ConsumerGroupTargetAssignmentMemberValue = StructSchema(
    "ConsumerGroupTargetAssignmentMemberValue",
    (0, 0),
    (
        Field("topic_partitions", "topicPartitions", "struct", (0, 0), is_array=True, default=(), struct=_TopicPartition, about="Partitions by topic."),
    ),
    about="The partitions that a member of a consumer group shall own.",
)

SCHEMA = MessageSchema(
    "ConsumerGroupTargetAssignmentMemberValue",
    "coordinator-value",
    7,
    (0, 0),
    (0, 0),
    _ConsumerGroupTargetAssignmentMemberValue,
)
