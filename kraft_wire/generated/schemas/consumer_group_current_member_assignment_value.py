# Generated from ConsumerGroupCurrentMemberAssignmentValue.json by `python -m codegen generate`. Do not edit.
"""What ConsumerGroupCurrentMemberAssignmentValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TopicPartitions = StructSchema(
    "TopicPartitions",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "int32", (0, 0), is_array=True, default=(), about="Numbers of the partitions."),
        Field("assignment_epochs", "assignmentEpochs", "int32", (0, 0), is_array=True, nullable_versions=(0, 0), tagged_versions=(0, 0), tag=0, default=(), about="Epoch at which each partition or task was assigned."),
    ),
)
_ConsumerGroupCurrentMemberAssignmentValue = StructSchema(
    "ConsumerGroupCurrentMemberAssignmentValue",
    (0, 0),
    (
        Field("member_epoch", "memberEpoch", "int32", (0, 0), default=0, about="Epoch of the member."),
        Field("previous_member_epoch", "previousMemberEpoch", "int32", (0, 0), default=0, about="Epoch of the member before the current one."),
        Field("state", "state", "int8", (0, 0), default=0, about="State of the member, as a number."),
        Field("assigned_partitions", "assignedPartitions", "struct", (0, 0), is_array=True, default=(), struct=_TopicPartitions, about="Partitions that are assigned."),
        Field("partitions_pending_revocation", "partitionsPendingRevocation", "struct", (0, 0), is_array=True, default=(), struct=_TopicPartitions, about="Partitions that the member must still give back."),
    ),
    about="What a member of a consumer group owns now and must still give back.",
)

SCHEMA = MessageSchema(
    "ConsumerGroupCurrentMemberAssignmentValue",
    "coordinator-value",
    8,
    (0, 0),
    (0, 0),
    _ConsumerGroupCurrentMemberAssignmentValue,
)
