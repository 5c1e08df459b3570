# Generated from PartitionChangeRecord.json by `python -m codegen generate`. Do not edit.
"""What PartitionChangeRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionChangeRecord = StructSchema(
    "PartitionChangeRecord",
    (0, 2),
    (
        Field("partition_id", "partitionId", "int32", (0, 2), default=-1),
        Field("topic_id", "topicId", "uuid", (0, 2), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("isr", "isr", "int32", (0, 2), is_array=True, nullable_versions=(0, 2), tagged_versions=(0, 2), tag=0),
        Field("leader", "leader", "int32", (0, 2), tagged_versions=(0, 2), tag=1, default=-2),
        Field("replicas", "replicas", "int32", (0, 2), is_array=True, nullable_versions=(0, 2), tagged_versions=(0, 2), tag=2),
        Field("removing_replicas", "removingReplicas", "int32", (0, 2), is_array=True, nullable_versions=(0, 2), tagged_versions=(0, 2), tag=3),
        Field("adding_replicas", "addingReplicas", "int32", (0, 2), is_array=True, nullable_versions=(0, 2), tagged_versions=(0, 2), tag=4),
        Field("leader_recovery_state", "leaderRecoveryState", "int8", (0, 2), tagged_versions=(0, 2), tag=5, default=-1),
        Field("directories", "directories", "uuid", (1, 2), is_array=True, nullable_versions=(1, 2), tagged_versions=(1, 2), tag=8),
        Field("eligible_leader_replicas", "eligibleLeaderReplicas", "int32", (2, 2), is_array=True, nullable_versions=(2, 2), tagged_versions=(2, 2), tag=6),
        Field("last_known_elr", "lastKnownElr", "int32", (2, 2), is_array=True, nullable_versions=(2, 2), tagged_versions=(2, 2), tag=7),
    ),
)

SCHEMA = MessageSchema(
    "PartitionChangeRecord",
    "metadata",
    5,
    (0, 2),
    (0, 2),
    _PartitionChangeRecord,
)
