# Generated from LeaderAndIsrRequest.json by `python -m codegen generate`. Do not edit.
"""What LeaderAndIsrRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_LeaderAndIsrPartitionState = StructSchema(
    "LeaderAndIsrPartitionState",
    (0, 7),
    (
        Field("topic_name", "topicName", "string", (0, 1), ignorable=True, default="", entity_type="topicName", about="Name of the topic."),
        Field("partition_index", "partitionIndex", "int32", (0, 7), default=0, about="Number of the partition."),
        Field("controller_epoch", "controllerEpoch", "int32", (0, 7), default=0, about="Epoch of the controller."),
        Field("leader", "leader", "int32", (0, 7), default=0, entity_type="brokerId", about="Node id of the leader; -1 for none."),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 7), default=0, about="Epoch of the leader; -1 if unknown."),
        Field("isr", "isr", "int32", (0, 7), is_array=True, default=(), entity_type="brokerId", about="Node ids of the in-sync replicas."),
        Field("partition_epoch", "partitionEpoch", "int32", (0, 7), default=0, about="Epoch of the partition, raised by each change of its state."),
        Field("replicas", "replicas", "int32", (0, 7), is_array=True, default=(), entity_type="brokerId", about="Node ids of the replicas, preferred leader first."),
        Field("adding_replicas", "addingReplicas", "int32", (3, 7), is_array=True, ignorable=True, default=(), entity_type="brokerId", about="Node ids of replicas that a reassignment adds."),
        Field("removing_replicas", "removingReplicas", "int32", (3, 7), is_array=True, ignorable=True, default=(), entity_type="brokerId", about="Node ids of replicas that a reassignment removes."),
        Field("is_new", "isNew", "bool", (1, 7), ignorable=True, default=False, about="Whether the replica was never there before."),
        Field("leader_recovery_state", "leaderRecoveryState", "int8", (6, 7), default=0, about="0 recovered, 1 the leader came from an unclean election and is recovering."),
    ),
)
_LeaderAndIsrTopicState = StructSchema(
    "LeaderAndIsrTopicState",
    (2, 7),
    (
        Field("topic_name", "topicName", "string", (2, 7), default="", entity_type="topicName", about="Name of the topic."),
        Field("topic_id", "topicId", "uuid", (5, 7), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partition_states", "partitionStates", "struct", (2, 7), is_array=True, default=(), struct=_LeaderAndIsrPartitionState, about="States of partitions."),
    ),
    about="States by topic.",
)
_LeaderAndIsrLiveLeader = StructSchema(
    "LeaderAndIsrLiveLeader",
    (0, 7),
    (
        Field("broker_id", "brokerId", "int32", (0, 7), default=0, entity_type="brokerId", about="Node id of the broker."),
        Field("host_name", "hostName", "string", (0, 7), default="", about="Name or address of the host."),
        Field("port", "port", "int32", (0, 7), default=0, about="TCP port."),
    ),
    about="Brokers that lead the partitions.",
)
_LeaderAndIsrRequest = StructSchema(
    "LeaderAndIsrRequest",
    (0, 7),
    (
        Field("controller_id", "controllerId", "int32", (0, 7), default=0, entity_type="brokerId", about="Node id of the controller; -1 if there is none."),
        Field("is_kraft_controller", "isKRaftController", "bool", (7, 7), default=False, about="Whether the sender is a KRaft controller that migrates from ZooKeeper."),
        Field("controller_epoch", "controllerEpoch", "int32", (0, 7), default=0, about="Epoch of the controller."),
        Field("broker_epoch", "brokerEpoch", "int64", (2, 7), ignorable=True, default=-1, about="Epoch that the controller gave the broker at its registration; -1 for none."),
        Field("type", "type", "int8", (5, 7), default=0, about="0 unknown, 1 changes only, 2 everything."),
        Field("ungrouped_partition_states", "ungroupedPartitionStates", "struct", (0, 1), is_array=True, default=(), struct=_LeaderAndIsrPartitionState, about="States of partitions, not grouped by topic."),
        Field("topic_states", "topicStates", "struct", (2, 7), is_array=True, default=(), struct=_LeaderAndIsrTopicState, about="States by topic."),
        Field("live_leaders", "liveLeaders", "struct", (0, 7), is_array=True, default=(), struct=_LeaderAndIsrLiveLeader, about="Brokers that lead the partitions."),
    ),
    about="A controller of the ZooKeeper era tells a broker which partitions it leads or follows; gone in 4.0.",
)

SCHEMA = MessageSchema(
    "LeaderAndIsrRequest",
    "request",
    4,
    (0, 7),
    (4, 7),
    _LeaderAndIsrRequest,
    listeners=("zkBroker",),
)
