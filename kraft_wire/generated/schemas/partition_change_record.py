# Generated from PartitionChangeRecord.json by `python -m codegen generate`. Do not edit.
"""What PartitionChangeRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionChangeRecord = StructSchema(
    "PartitionChangeRecord",
    (0, 2),
    (
        Field("partition_id", "partitionId", "int32", (0, 2), default=-1, about="Number of the partition."),
        Field("topic_id", "topicId", "uuid", (0, 2), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("isr", "isr", "int32", (0, 2), is_array=True, nullable_versions=(0, 2), tagged_versions=(0, 2), tag=0, entity_type="brokerId", about="Node ids of the in-sync replicas; null for no change."),
        Field("leader", "leader", "int32", (0, 2), tagged_versions=(0, 2), tag=1, default=-2, entity_type="brokerId", about="Node id of the leader; -1 for none, -2 for no change."),
        Field("replicas", "replicas", "int32", (0, 2), is_array=True, nullable_versions=(0, 2), tagged_versions=(0, 2), tag=2, entity_type="brokerId", about="Node ids of the replicas; null for no change."),
        Field("removing_replicas", "removingReplicas", "int32", (0, 2), is_array=True, nullable_versions=(0, 2), tagged_versions=(0, 2), tag=3, entity_type="brokerId", about="Node ids of replicas that a reassignment removes; null for no change."),
        Field("adding_replicas", "addingReplicas", "int32", (0, 2), is_array=True, nullable_versions=(0, 2), tagged_versions=(0, 2), tag=4, entity_type="brokerId", about="Node ids of replicas that a reassignment adds; null for no change."),
        Field("leader_recovery_state", "leaderRecoveryState", "int8", (0, 2), tagged_versions=(0, 2), tag=5, default=-1, about="0 recovered, 1 recovering from an unclean election, -1 no change."),
        Field("directories", "directories", "uuid", (1, 2), is_array=True, nullable_versions=(1, 2), tagged_versions=(1, 2), tag=8, about="Directory id of each replica's log directory; null for no change."),
        Field("eligible_leader_replicas", "eligibleLeaderReplicas", "int32", (2, 2), is_array=True, nullable_versions=(2, 2), tagged_versions=(2, 2), tag=6, entity_type="brokerId", about="Node ids of the eligible leader replicas (KIP-966); null for no change."),
        Field("last_known_elr", "lastKnownElr", "int32", (2, 2), is_array=True, nullable_versions=(2, 2), tagged_versions=(2, 2), tag=7, entity_type="brokerId", about="Node ids of the last eligible leader replicas (KIP-966); null for no change."),
    ),
    about="Changes parts of a partition's state.",
)

SCHEMA = MessageSchema(
    "PartitionChangeRecord",
    "metadata",
    5,
    (0, 2),
    (0, 2),
    _PartitionChangeRecord,
)
