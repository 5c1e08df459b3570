# Generated from PartitionRecord.json by `python -m codegen generate`. Do not edit.
"""What PartitionRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionRecord = StructSchema(
    "PartitionRecord",
    (0, 2),
    (
        Field("partition_id", "partitionId", "int32", (0, 2), default=-1, about="Number of the partition."),
        Field("topic_id", "topicId", "uuid", (0, 2), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("replicas", "replicas", "int32", (0, 2), is_array=True, default=(), entity_type="brokerId", about="Node ids of the replicas, preferred leader first."),
        Field("isr", "isr", "int32", (0, 2), is_array=True, default=(), about="Node ids of the in-sync replicas."),
        Field("removing_replicas", "removingReplicas", "int32", (0, 2), is_array=True, default=(), entity_type="brokerId", about="Node ids of replicas that a reassignment removes."),
        Field("adding_replicas", "addingReplicas", "int32", (0, 2), is_array=True, default=(), entity_type="brokerId", about="Node ids of replicas that a reassignment adds."),
        Field("leader", "leader", "int32", (0, 2), default=-1, entity_type="brokerId", about="Node id of the leader; -1 for none."),
        Field("leader_recovery_state", "leaderRecoveryState", "int8", (0, 2), tagged_versions=(0, 2), tag=0, default=0, about="0 recovered, 1 the leader came from an unclean election and is recovering."),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 2), default=-1, about="Epoch of the leader; -1 if unknown."),
        Field("partition_epoch", "partitionEpoch", "int32", (0, 2), default=-1, about="Epoch of the partition, raised by each change of its state."),
        Field("directories", "directories", "uuid", (1, 2), is_array=True, default=(), about="Directory ids of the log directory of each replica, in the order of the replicas."),
        Field("eligible_leader_replicas", "eligibleLeaderReplicas", "int32", (2, 2), is_array=True, nullable_versions=(2, 2), tagged_versions=(2, 2), tag=1, entity_type="brokerId", about="Node ids out of the ISR that are known to have all committed records (KIP-966)."),
        Field("last_known_elr", "lastKnownElr", "int32", (2, 2), is_array=True, nullable_versions=(2, 2), tagged_versions=(2, 2), tag=2, entity_type="brokerId", about="Node ids of the last eligible leader replicas, once none is left (KIP-966)."),
    ),
    about="The whole state of one partition: a new one, or as a snapshot tells it.",
)

SCHEMA = MessageSchema(
    "PartitionRecord",
    "metadata",
    3,
    (0, 2),
    (0, 2),
    _PartitionRecord,
)
