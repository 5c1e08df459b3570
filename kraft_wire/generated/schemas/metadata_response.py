# Generated from MetadataResponse.json by `python -m codegen generate`. Do not edit.
"""What MetadataResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_MetadataResponseBroker = StructSchema(
    "MetadataResponseBroker",
    (0, 13),
    (
        Field("node_id", "nodeId", "int32", (0, 13), default=0),
        Field("host", "host", "string", (0, 13), default=""),
        Field("port", "port", "int32", (0, 13), default=0),
        Field("rack", "rack", "string", (1, 13), nullable_versions=(1, 13), ignorable=True),
    ),
)
_MetadataResponsePartition = StructSchema(
    "MetadataResponsePartition",
    (0, 13),
    (
        Field("error_code", "errorCode", "int16", (0, 13), default=0),
        Field("partition_index", "partitionIndex", "int32", (0, 13), default=0),
        Field("leader_id", "leaderId", "int32", (0, 13), default=0),
        Field("leader_epoch", "leaderEpoch", "int32", (7, 13), ignorable=True, default=-1),
        Field("replica_nodes", "replicaNodes", "int32", (0, 13), is_array=True, default=()),
        Field("isr_nodes", "isrNodes", "int32", (0, 13), is_array=True, default=()),
        Field("offline_replicas", "offlineReplicas", "int32", (5, 13), is_array=True, ignorable=True, default=()),
    ),
)
_MetadataResponseTopic = StructSchema(
    "MetadataResponseTopic",
    (0, 13),
    (
        Field("error_code", "errorCode", "int16", (0, 13), default=0),
        Field("name", "name", "string", (0, 13), nullable_versions=(12, 13), default=""),
        Field("topic_id", "topicId", "uuid", (10, 13), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("is_internal", "isInternal", "bool", (1, 13), ignorable=True, default=False),
        Field("partitions", "partitions", "struct", (0, 13), is_array=True, default=(), struct=_MetadataResponsePartition),
        Field("topic_authorized_operations", "topicAuthorizedOperations", "int32", (8, 13), default=-2147483648),
    ),
)
_MetadataResponse = StructSchema(
    "MetadataResponse",
    (0, 13),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (3, 13), ignorable=True, default=0),
        Field("brokers", "brokers", "struct", (0, 13), is_array=True, default=(), struct=_MetadataResponseBroker),
        Field("cluster_id", "clusterId", "string", (2, 13), nullable_versions=(2, 13), ignorable=True),
        Field("controller_id", "controllerId", "int32", (1, 13), ignorable=True, default=-1),
        Field("topics", "topics", "struct", (0, 13), is_array=True, default=(), struct=_MetadataResponseTopic),
        Field("cluster_authorized_operations", "clusterAuthorizedOperations", "int32", (8, 10), default=-2147483648),
        Field("error_code", "errorCode", "int16", (13, 13), ignorable=True, default=0),
    ),
)

SCHEMA = MessageSchema(
    "MetadataResponse",
    "response",
    3,
    (0, 13),
    (9, 13),
    _MetadataResponse,
)
