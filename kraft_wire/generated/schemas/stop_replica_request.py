# Generated from StopReplicaRequest.json by `python -m codegen generate`. Do not edit.
"""What StopReplicaRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_StopReplicaPartitionV0 = StructSchema(
    "StopReplicaPartitionV0",
    (0, 0),
    (
        Field("topic_name", "topicName", "string", (0, 0), default="", entity_type="topicName", about="Name of the topic."),
        Field("partition_index", "partitionIndex", "int32", (0, 0), default=0, about="Number of the partition."),
    ),
    about="Partitions, not grouped by topic.",
)
_StopReplicaTopicV1 = StructSchema(
    "StopReplicaTopicV1",
    (1, 2),
    (
        Field("name", "name", "string", (1, 2), default="", entity_type="topicName", about="Name of the topic."),
        Field("partition_indexes", "partitionIndexes", "int32", (1, 2), is_array=True, default=(), about="Numbers of partitions."),
    ),
    about="One entry for each topic.",
)
_StopReplicaPartitionState = StructSchema(
    "StopReplicaPartitionState",
    (3, 4),
    (
        Field("partition_index", "partitionIndex", "int32", (3, 4), default=0, about="Number of the partition."),
        Field("leader_epoch", "leaderEpoch", "int32", (3, 4), default=-1, about="Epoch of the leader; -1 if unknown."),
        Field("delete_partition", "deletePartition", "bool", (3, 4), default=False, about="Whether the replica is deleted too."),
    ),
    about="States of partitions.",
)
_StopReplicaTopicState = StructSchema(
    "StopReplicaTopicState",
    (3, 4),
    (
        Field("topic_name", "topicName", "string", (3, 4), default="", entity_type="topicName", about="Name of the topic."),
        Field("partition_states", "partitionStates", "struct", (3, 4), is_array=True, default=(), struct=_StopReplicaPartitionState, about="States of partitions."),
    ),
    about="States by topic.",
)
_StopReplicaRequest = StructSchema(
    "StopReplicaRequest",
    (0, 4),
    (
        Field("controller_id", "controllerId", "int32", (0, 4), default=0, entity_type="brokerId", about="Node id of the controller; -1 if there is none."),
        Field("is_kraft_controller", "isKRaftController", "bool", (4, 4), default=False, about="Whether the sender is a KRaft controller that migrates from ZooKeeper."),
        Field("controller_epoch", "controllerEpoch", "int32", (0, 4), default=0, about="Epoch of the controller."),
        Field("broker_epoch", "brokerEpoch", "int64", (1, 4), ignorable=True, default=-1, about="Epoch that the controller gave the broker at its registration; -1 for none."),
        Field("delete_partitions", "deletePartitions", "bool", (0, 2), default=False, about="Whether the replicas are deleted too."),
        Field("ungrouped_partitions", "ungroupedPartitions", "struct", (0, 0), is_array=True, default=(), struct=_StopReplicaPartitionV0, about="Partitions, not grouped by topic."),
        Field("topics", "topics", "struct", (1, 2), is_array=True, default=(), struct=_StopReplicaTopicV1, about="One entry for each topic."),
        Field("topic_states", "topicStates", "struct", (3, 4), is_array=True, default=(), struct=_StopReplicaTopicState, about="States by topic."),
    ),
    about="A controller of the ZooKeeper era tells a broker to stop, and perhaps delete, replicas; gone in 4.0.",
)

SCHEMA = MessageSchema(
    "StopReplicaRequest",
    "request",
    5,
    (0, 4),
    (2, 4),
    _StopReplicaRequest,
    listeners=("zkBroker",),
)
