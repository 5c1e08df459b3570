# Generated from ShareGroupTargetAssignmentMemberValue.json by `python -m codegen generate`. Do not edit.
"""What ShareGroupTargetAssignmentMemberValue looks like, as data."""

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
_ShareGroupTargetAssignmentMemberValue = StructSchema(
    "ShareGroupTargetAssignmentMemberValue",
    (0, 0),
    (
        Field("topic_partitions", "topicPartitions", "struct", (0, 0), is_array=True, default=(), struct=_TopicPartition, about="Partitions by topic."),
    ),
    about="The partitions that a member of a share group shall be assigned.",
)

SCHEMA = MessageSchema(
    "ShareGroupTargetAssignmentMemberValue",
    "coordinator-value",
    13,
    (0, 0),
    (0, 0),
    _ShareGroupTargetAssignmentMemberValue,
)
