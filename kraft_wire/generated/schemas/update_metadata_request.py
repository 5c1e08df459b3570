# Generated from UpdateMetadataRequest.json by `python -m codegen generate`. Do not edit.
"""What UpdateMetadataRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_UpdateMetadataPartitionState = StructSchema(
    "UpdateMetadataPartitionState",
    (0, 8),
    (
        Field("topic_name", "topicName", "string", (0, 4), ignorable=True, default="", entity_type="topicName", about="Name of the topic."),
        Field("partition_index", "partitionIndex", "int32", (0, 8), default=0, about="Number of the partition."),
        Field("controller_epoch", "controllerEpoch", "int32", (0, 8), default=0, about="Epoch of the controller."),
        Field("leader", "leader", "int32", (0, 8), default=0, entity_type="brokerId", about="Node id of the leader; -1 for none."),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 8), default=0, about="Epoch of the leader; -1 if unknown."),
        Field("isr", "isr", "int32", (0, 8), is_array=True, default=(), entity_type="brokerId", about="Node ids of the in-sync replicas."),
        Field("zk_version", "zkVersion", "int32", (0, 8), default=0, about="Version of the partition's state in ZooKeeper."),
        Field("replicas", "replicas", "int32", (0, 8), is_array=True, default=(), entity_type="brokerId", about="Node ids of the replicas, preferred leader first."),
        Field("offline_replicas", "offlineReplicas", "int32", (4, 8), is_array=True, ignorable=True, default=(), entity_type="brokerId", about="Node ids of replicas that are offline."),
    ),
)
_UpdateMetadataTopicState = StructSchema(
    "UpdateMetadataTopicState",
    (5, 8),
    (
        Field("topic_name", "topicName", "string", (5, 8), default="", entity_type="topicName", about="Name of the topic."),
        Field("topic_id", "topicId", "uuid", (7, 8), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partition_states", "partitionStates", "struct", (5, 8), is_array=True, default=(), struct=_UpdateMetadataPartitionState, about="States of partitions."),
    ),
    about="States by topic.",
)
_UpdateMetadataEndpoint = StructSchema(
    "UpdateMetadataEndpoint",
    (1, 8),
    (
        Field("port", "port", "int32", (1, 8), default=0, about="TCP port."),
        Field("host", "host", "string", (1, 8), default="", about="Name or address of the host."),
        Field("listener", "listener", "string", (3, 8), ignorable=True, default="", about="Name of the listener."),
        Field("security_protocol", "securityProtocol", "int16", (1, 8), default=0, about="0 PLAINTEXT, 1 SSL, 2 SASL_PLAINTEXT, 3 SASL_SSL."),
    ),
    about="Where the node can be reached.",
)
_UpdateMetadataBroker = StructSchema(
    "UpdateMetadataBroker",
    (0, 8),
    (
        Field("id", "id", "int32", (0, 8), default=0, entity_type="brokerId", about="Node id of the broker."),
        Field("v0_host", "v0Host", "string", (0, 0), ignorable=True, default="", about="Name or address of the host."),
        Field("v0_port", "v0Port", "int32", (0, 0), ignorable=True, default=0, about="TCP port."),
        Field("endpoints", "endpoints", "struct", (1, 8), is_array=True, ignorable=True, default=(), struct=_UpdateMetadataEndpoint, about="Where the node can be reached."),
        Field("rack", "rack", "string", (2, 8), nullable_versions=(0, 8), ignorable=True, default="", about="Rack of the node; null for none."),
    ),
    about="Brokers that live.",
)
_UpdateMetadataRequest = StructSchema(
    "UpdateMetadataRequest",
    (0, 8),
    (
        Field("controller_id", "controllerId", "int32", (0, 8), default=0, entity_type="brokerId", about="Node id of the controller; -1 if there is none."),
        Field("is_kraft_controller", "isKRaftController", "bool", (8, 8), default=False, about="Whether the sender is a KRaft controller that migrates from ZooKeeper."),
        Field("type", "type", "int8", (8, 8), tagged_versions=(8, 8), tag=0, default=0, about="0 unknown, 1 changes only, 2 everything."),
        Field("controller_epoch", "controllerEpoch", "int32", (0, 8), default=0, about="Epoch of the controller."),
        Field("broker_epoch", "brokerEpoch", "int64", (5, 8), ignorable=True, default=-1, about="Epoch that the controller gave the broker at its registration; -1 for none."),
        Field("ungrouped_partition_states", "ungroupedPartitionStates", "struct", (0, 4), is_array=True, default=(), struct=_UpdateMetadataPartitionState, about="States of partitions, not grouped by topic."),
        Field("topic_states", "topicStates", "struct", (5, 8), is_array=True, default=(), struct=_UpdateMetadataTopicState, about="States by topic."),
        Field("live_brokers", "liveBrokers", "struct", (0, 8), is_array=True, default=(), struct=_UpdateMetadataBroker, about="Brokers that live."),
    ),
    about="A controller of the ZooKeeper era sends brokers the cluster's state; gone in 4.0.",
)

SCHEMA = MessageSchema(
    "UpdateMetadataRequest",
    "request",
    6,
    (0, 8),
    (6, 8),
    _UpdateMetadataRequest,
    listeners=("zkBroker",),
)
