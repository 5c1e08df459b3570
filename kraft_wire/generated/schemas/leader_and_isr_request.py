# Generated from LeaderAndIsrRequest.json by `python -m codegen generate`. Do not edit.
"""What LeaderAndIsrRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_LeaderAndIsrPartitionState = StructSchema(
    "LeaderAndIsrPartitionState",
    (0, 7),
    (
        Field("topic_name", "topicName", "string", (0, 1), ignorable=True, default=""),
        Field("partition_index", "partitionIndex", "int32", (0, 7), default=0),
        Field("controller_epoch", "controllerEpoch", "int32", (0, 7), default=0),
        Field("leader", "leader", "int32", (0, 7), default=0),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 7), default=0),
        Field("isr", "isr", "int32", (0, 7), is_array=True, default=()),
        Field("partition_epoch", "partitionEpoch", "int32", (0, 7), default=0),
        Field("replicas", "replicas", "int32", (0, 7), is_array=True, default=()),
        Field("adding_replicas", "addingReplicas", "int32", (3, 7), is_array=True, ignorable=True, default=()),
        Field("removing_replicas", "removingReplicas", "int32", (3, 7), is_array=True, ignorable=True, default=()),
        Field("is_new", "isNew", "bool", (1, 7), ignorable=True, default=False),
        Field("leader_recovery_state", "leaderRecoveryState", "int8", (6, 7), default=0),
    ),
)
_LeaderAndIsrTopicState = StructSchema(
    "LeaderAndIsrTopicState",
    (2, 7),
    (
        Field("topic_name", "topicName", "string", (2, 7), default=""),
        Field("topic_id", "topicId", "uuid", (5, 7), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partition_states", "partitionStates", "struct", (2, 7), is_array=True, default=(), struct=_LeaderAndIsrPartitionState),
    ),
)
_LeaderAndIsrLiveLeader = StructSchema(
    "LeaderAndIsrLiveLeader",
    (0, 7),
    (
        Field("broker_id", "brokerId", "int32", (0, 7), default=0),
        Field("host_name", "hostName", "string", (0, 7), default=""),
        Field("port", "port", "int32", (0, 7), default=0),
    ),
)
_LeaderAndIsrRequest = StructSchema(
    "LeaderAndIsrRequest",
    (0, 7),
    (
        Field("controller_id", "controllerId", "int32", (0, 7), default=0),
        Field("is_kraft_controller", "isKRaftController", "bool", (7, 7), default=False),
        Field("controller_epoch", "controllerEpoch", "int32", (0, 7), default=0),
        Field("broker_epoch", "brokerEpoch", "int64", (2, 7), ignorable=True, default=-1),
        Field("type", "type", "int8", (5, 7), default=0),
        Field("ungrouped_partition_states", "ungroupedPartitionStates", "struct", (0, 1), is_array=True, default=(), struct=_LeaderAndIsrPartitionState),
        Field("topic_states", "topicStates", "struct", (2, 7), is_array=True, default=(), struct=_LeaderAndIsrTopicState),
        Field("live_leaders", "liveLeaders", "struct", (0, 7), is_array=True, default=(), struct=_LeaderAndIsrLiveLeader),
    ),
)

SCHEMA = MessageSchema(
    "LeaderAndIsrRequest",
    "request",
    4,
    (0, 7),
    (4, 7),
    _LeaderAndIsrRequest,
)
