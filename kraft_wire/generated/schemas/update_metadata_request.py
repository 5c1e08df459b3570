# Generated from UpdateMetadataRequest.json by `python -m codegen generate`. Do not edit.
"""What UpdateMetadataRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_UpdateMetadataPartitionState = StructSchema(
    "UpdateMetadataPartitionState",
    (0, 8),
    (
        Field("topic_name", "topicName", "string", (0, 4), ignorable=True, default=""),
        Field("partition_index", "partitionIndex", "int32", (0, 8), default=0),
        Field("controller_epoch", "controllerEpoch", "int32", (0, 8), default=0),
        Field("leader", "leader", "int32", (0, 8), default=0),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 8), default=0),
        Field("isr", "isr", "int32", (0, 8), is_array=True, default=()),
        Field("zk_version", "zkVersion", "int32", (0, 8), default=0),
        Field("replicas", "replicas", "int32", (0, 8), is_array=True, default=()),
        Field("offline_replicas", "offlineReplicas", "int32", (4, 8), is_array=True, ignorable=True, default=()),
    ),
)
_UpdateMetadataTopicState = StructSchema(
    "UpdateMetadataTopicState",
    (5, 8),
    (
        Field("topic_name", "topicName", "string", (5, 8), default=""),
        Field("topic_id", "topicId", "uuid", (7, 8), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partition_states", "partitionStates", "struct", (5, 8), is_array=True, default=(), struct=_UpdateMetadataPartitionState),
    ),
)
_UpdateMetadataEndpoint = StructSchema(
    "UpdateMetadataEndpoint",
    (1, 8),
    (
        Field("port", "port", "int32", (1, 8), default=0),
        Field("host", "host", "string", (1, 8), default=""),
        Field("listener", "listener", "string", (3, 8), ignorable=True, default=""),
        Field("security_protocol", "securityProtocol", "int16", (1, 8), default=0),
    ),
)
_UpdateMetadataBroker = StructSchema(
    "UpdateMetadataBroker",
    (0, 8),
    (
        Field("id", "id", "int32", (0, 8), default=0),
        Field("v0_host", "v0Host", "string", (0, 0), ignorable=True, default=""),
        Field("v0_port", "v0Port", "int32", (0, 0), ignorable=True, default=0),
        Field("endpoints", "endpoints", "struct", (1, 8), is_array=True, ignorable=True, default=(), struct=_UpdateMetadataEndpoint),
        Field("rack", "rack", "string", (2, 8), nullable_versions=(0, 8), ignorable=True, default=""),
    ),
)
_UpdateMetadataRequest = StructSchema(
    "UpdateMetadataRequest",
    (0, 8),
    (
        Field("controller_id", "controllerId", "int32", (0, 8), default=0),
        Field("is_kraft_controller", "isKRaftController", "bool", (8, 8), default=False),
        Field("type", "type", "int8", (8, 8), tagged_versions=(8, 8), tag=0, default=0),
        Field("controller_epoch", "controllerEpoch", "int32", (0, 8), default=0),
        Field("broker_epoch", "brokerEpoch", "int64", (5, 8), ignorable=True, default=-1),
        Field("ungrouped_partition_states", "ungroupedPartitionStates", "struct", (0, 4), is_array=True, default=(), struct=_UpdateMetadataPartitionState),
        Field("topic_states", "topicStates", "struct", (5, 8), is_array=True, default=(), struct=_UpdateMetadataTopicState),
        Field("live_brokers", "liveBrokers", "struct", (0, 8), is_array=True, default=(), struct=_UpdateMetadataBroker),
    ),
)

SCHEMA = MessageSchema(
    "UpdateMetadataRequest",
    "request",
    6,
    (0, 8),
    (6, 8),
    _UpdateMetadataRequest,
)
