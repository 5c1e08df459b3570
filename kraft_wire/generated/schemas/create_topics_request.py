# Generated from CreateTopicsRequest.json by `python -m codegen generate`. Do not edit.
"""What CreateTopicsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_CreatableReplicaAssignment = StructSchema(
    "CreatableReplicaAssignment",
    (0, 7),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 7), default=0),
        Field("broker_ids", "brokerIds", "int32", (0, 7), is_array=True, default=()),
    ),
)
_CreatableTopicConfig = StructSchema(
    "CreatableTopicConfig",
    (0, 7),
    (
        Field("name", "name", "string", (0, 7), default=""),
        Field("value", "value", "string", (0, 7), nullable_versions=(0, 7), default=""),
    ),
)
_CreatableTopic = StructSchema(
    "CreatableTopic",
    (0, 7),
    (
        Field("name", "name", "string", (0, 7), default=""),
        Field("num_partitions", "numPartitions", "int32", (0, 7), default=0),
        Field("replication_factor", "replicationFactor", "int16", (0, 7), default=0),
        Field("assignments", "assignments", "struct", (0, 7), is_array=True, default=(), struct=_CreatableReplicaAssignment),
        Field("configs", "configs", "struct", (0, 7), is_array=True, default=(), struct=_CreatableTopicConfig),
    ),
)
_CreateTopicsRequest = StructSchema(
    "CreateTopicsRequest",
    (0, 7),
    (
        Field("topics", "topics", "struct", (0, 7), is_array=True, default=(), struct=_CreatableTopic),
        Field("timeout_ms", "timeoutMs", "int32", (0, 7), default=60000),
        Field("validate_only", "validateOnly", "bool", (1, 7), default=False),
    ),
)

SCHEMA = MessageSchema(
    "CreateTopicsRequest",
    "request",
    19,
    (0, 7),
    (5, 7),
    _CreateTopicsRequest,
)
