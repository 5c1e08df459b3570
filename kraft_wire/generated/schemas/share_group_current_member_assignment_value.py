# Generated from ShareGroupCurrentMemberAssignmentValue.json by `python -m codegen generate`. Do not edit.
"""What ShareGroupCurrentMemberAssignmentValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TopicPartitions = StructSchema(
    "TopicPartitions",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "int32", (0, 0), is_array=True, default=(), about="Numbers of the partitions."),
    ),
    about="Partitions that are assigned.",
)
_ShareGroupCurrentMemberAssignmentValue = StructSchema(
    "ShareGroupCurrentMemberAssignmentValue",
    (0, 0),
    (
        Field("member_epoch", "memberEpoch", "int32", (0, 0), default=0, about="Epoch of the member."),
        Field("previous_member_epoch", "previousMemberEpoch", "int32", (0, 0), default=0, about="Epoch of the member before the current one."),
        Field("state", "state", "int8", (0, 0), default=0, about="State of the member, as a number."),
        Field("assigned_partitions", "assignedPartitions", "struct", (0, 0), is_array=True, default=(), struct=_TopicPartitions, about="Partitions that are assigned."),
    ),
    about="What a member of a share group is assigned now.",
)

SCHEMA = MessageSchema(
    "ShareGroupCurrentMemberAssignmentValue",
    "coordinator-value",
    14,
    (0, 0),
    (0, 0),
    _ShareGroupCurrentMemberAssignmentValue,
)
