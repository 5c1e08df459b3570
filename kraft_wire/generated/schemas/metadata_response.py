# Generated from MetadataResponse.json by `python -m codegen generate`. Do not edit.
"""What MetadataResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_MetadataResponseBroker = StructSchema(
    "MetadataResponseBroker",
    (0, 13),
    (
        Field("node_id", "nodeId", "int32", (0, 13), default=0, map_key=True, entity_type="brokerId", about="Node id of the broker or controller."),
        Field("host", "host", "string", (0, 13), default="", about="Name or address of the host."),
        Field("port", "port", "int32", (0, 13), default=0, about="TCP port."),
        Field("rack", "rack", "string", (1, 13), nullable_versions=(1, 13), ignorable=True, about="Rack of the node; null for none."),
    ),
    about="Nodes of the cluster.",
)
_MetadataResponsePartition = StructSchema(
    "MetadataResponsePartition",
    (0, 13),
    (
        Field("error_code", "errorCode", "int16", (0, 13), default=0, about="Error code; 0 for success."),
        Field("partition_index", "partitionIndex", "int32", (0, 13), default=0, about="Number of the partition."),
        Field("leader_id", "leaderId", "int32", (0, 13), default=0, entity_type="brokerId", about="Node id of the leader; -1 if there is none or it is unknown."),
        Field("leader_epoch", "leaderEpoch", "int32", (7, 13), ignorable=True, default=-1, about="Epoch of the leader; -1 if unknown."),
        Field("replica_nodes", "replicaNodes", "int32", (0, 13), is_array=True, default=(), entity_type="brokerId", about="Node ids of the replicas, preferred leader first."),
        Field("isr_nodes", "isrNodes", "int32", (0, 13), is_array=True, default=(), entity_type="brokerId", about="Node ids of the in-sync replicas."),
        Field("offline_replicas", "offlineReplicas", "int32", (5, 13), is_array=True, ignorable=True, default=(), entity_type="brokerId", about="Node ids of replicas that are offline."),
    ),
    about="One entry for each partition.",
)
_MetadataResponseTopic = StructSchema(
    "MetadataResponseTopic",
    (0, 13),
    (
        Field("error_code", "errorCode", "int16", (0, 13), default=0, about="Error code; 0 for success."),
        Field("name", "name", "string", (0, 13), nullable_versions=(12, 13), default="", map_key=True, entity_type="topicName", about="Name of the topic."),
        Field("topic_id", "topicId", "uuid", (10, 13), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("is_internal", "isInternal", "bool", (1, 13), ignorable=True, default=False, about="Whether the topic is one of Kafka's own."),
        Field("partitions", "partitions", "struct", (0, 13), is_array=True, default=(), struct=_MetadataResponsePartition, about="One entry for each partition."),
        Field("topic_authorized_operations", "topicAuthorizedOperations", "int32", (8, 13), default=-2147483648, about="Operations on the topic that the client may do, one bit each; -2147483648 where nobody asked."),
    ),
    about="One entry for each topic.",
)
_MetadataResponse = StructSchema(
    "MetadataResponse",
    (0, 13),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (3, 13), ignorable=True, default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("brokers", "brokers", "struct", (0, 13), is_array=True, default=(), struct=_MetadataResponseBroker, about="Nodes of the cluster."),
        Field("cluster_id", "clusterId", "string", (2, 13), nullable_versions=(2, 13), ignorable=True, about="Id of the cluster."),
        Field("controller_id", "controllerId", "int32", (1, 13), ignorable=True, default=-1, entity_type="brokerId", about="Node id of the controller; -1 if there is none."),
        Field("topics", "topics", "struct", (0, 13), is_array=True, default=(), struct=_MetadataResponseTopic, about="One entry for each topic."),
        Field("cluster_authorized_operations", "clusterAuthorizedOperations", "int32", (8, 10), default=-2147483648, about="Operations on the cluster that the client may do, one bit each; -2147483648 where nobody asked."),
        Field("error_code", "errorCode", "int16", (13, 13), ignorable=True, default=0, about="Error code; 0 for success."),
    ),
    about="Answers MetadataRequest.",
)

SCHEMA = MessageSchema(
    "MetadataResponse",
    "response",
    3,
    (0, 13),
    (9, 13),
    _MetadataResponse,
)
