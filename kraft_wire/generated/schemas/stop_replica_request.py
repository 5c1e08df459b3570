# Generated from StopReplicaRequest.json by `python -m codegen generate`. Do not edit.
"""What StopReplicaRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_StopReplicaPartitionV0 = StructSchema(
    "StopReplicaPartitionV0",
    (0, 0),
    (
        Field("topic_name", "topicName", "string", (0, 0), default=""),
        Field("partition_index", "partitionIndex", "int32", (0, 0), default=0),
    ),
)
_StopReplicaTopicV1 = StructSchema(
    "StopReplicaTopicV1",
    (1, 2),
    (
        Field("name", "name", "string", (1, 2), default=""),
        Field("partition_indexes", "partitionIndexes", "int32", (1, 2), is_array=True, default=()),
    ),
)
_StopReplicaPartitionState = StructSchema(
    "StopReplicaPartitionState",
    (3, 4),
    (
        Field("partition_index", "partitionIndex", "int32", (3, 4), default=0),
        Field("leader_epoch", "leaderEpoch", "int32", (3, 4), default=-1),
        Field("delete_partition", "deletePartition", "bool", (3, 4), default=False),
    ),
)
_StopReplicaTopicState = StructSchema(
    "StopReplicaTopicState",
    (3, 4),
    (
        Field("topic_name", "topicName", "string", (3, 4), default=""),
        Field("partition_states", "partitionStates", "struct", (3, 4), is_array=True, default=(), struct=_StopReplicaPartitionState),
    ),
)
_StopReplicaRequest = StructSchema(
    "StopReplicaRequest",
    (0, 4),
    (
        Field("controller_id", "controllerId", "int32", (0, 4), default=0),
        Field("is_kraft_controller", "isKRaftController", "bool", (4, 4), default=False),
        Field("controller_epoch", "controllerEpoch", "int32", (0, 4), default=0),
        Field("broker_epoch", "brokerEpoch", "int64", (1, 4), ignorable=True, default=-1),
        Field("delete_partitions", "deletePartitions", "bool", (0, 2), default=False),
        Field("ungrouped_partitions", "ungroupedPartitions", "struct", (0, 0), is_array=True, default=(), struct=_StopReplicaPartitionV0),
        Field("topics", "topics", "struct", (1, 2), is_array=True, default=(), struct=_StopReplicaTopicV1),
        Field("topic_states", "topicStates", "struct", (3, 4), is_array=True, default=(), struct=_StopReplicaTopicState),
    ),
)

SCHEMA = MessageSchema(
    "StopReplicaRequest",
    "request",
    5,
    (0, 4),
    (2, 4),
    _StopReplicaRequest,
)
