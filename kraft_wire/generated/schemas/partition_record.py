# Generated from PartitionRecord.json by `python -m codegen generate`. Do not edit.
"""What PartitionRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionRecord = StructSchema(
    "PartitionRecord",
    (0, 2),
    (
        Field("partition_id", "partitionId", "int32", (0, 2), default=-1),
        Field("topic_id", "topicId", "uuid", (0, 2), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("replicas", "replicas", "int32", (0, 2), is_array=True, default=()),
        Field("isr", "isr", "int32", (0, 2), is_array=True, default=()),
        Field("removing_replicas", "removingReplicas", "int32", (0, 2), is_array=True, default=()),
        Field("adding_replicas", "addingReplicas", "int32", (0, 2), is_array=True, default=()),
        Field("leader", "leader", "int32", (0, 2), default=-1),
        Field("leader_recovery_state", "leaderRecoveryState", "int8", (0, 2), tagged_versions=(0, 2), tag=0, default=0),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 2), default=-1),
        Field("partition_epoch", "partitionEpoch", "int32", (0, 2), default=-1),
        Field("directories", "directories", "uuid", (1, 2), is_array=True, default=()),
        Field("eligible_leader_replicas", "eligibleLeaderReplicas", "int32", (2, 2), is_array=True, nullable_versions=(2, 2), tagged_versions=(2, 2), tag=1),
        Field("last_known_elr", "lastKnownElr", "int32", (2, 2), is_array=True, nullable_versions=(2, 2), tagged_versions=(2, 2), tag=2),
    ),
)

SCHEMA = MessageSchema(
    "PartitionRecord",
    "metadata",
    3,
    (0, 2),
    (0, 2),
    _PartitionRecord,
)
