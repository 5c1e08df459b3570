# Generated from ConsumerGroupCurrentMemberAssignmentValue.json by `python -m codegen generate`. Do not edit.
"""What ConsumerGroupCurrentMemberAssignmentValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TOPIC_PARTITIONS = StructSchema(
    "TopicPartitions",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "int32", (0, 0), is_array=True, default=()),
        Field("assignment_epochs", "assignmentEpochs", "int32", (0, 0), is_array=True, nullable_versions=(0, 0), tagged_versions=(0, 0), tag=0, default=()),
    ),
)
_CONSUMER_GROUP_CURRENT_MEMBER_ASSIGNMENT_VALUE = StructSchema(
    "ConsumerGroupCurrentMemberAssignmentValue",
    (0, 0),
    (
        Field("member_epoch", "memberEpoch", "int32", (0, 0), default=0),
        Field("previous_member_epoch", "previousMemberEpoch", "int32", (0, 0), default=0),
        Field("state", "state", "int8", (0, 0), default=0),
        Field("assigned_partitions", "assignedPartitions", "struct", (0, 0), is_array=True, default=(), struct=_TOPIC_PARTITIONS),
        Field("partitions_pending_revocation", "partitionsPendingRevocation", "struct", (0, 0), is_array=True, default=(), struct=_TOPIC_PARTITIONS),
    ),
)

SCHEMA = MessageSchema(
    "ConsumerGroupCurrentMemberAssignmentValue",
    "coordinator-value",
    8,
    (0, 0),
    (0, 0),
    _CONSUMER_GROUP_CURRENT_MEMBER_ASSIGNMENT_VALUE,
)
