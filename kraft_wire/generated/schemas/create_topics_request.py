# Generated from CreateTopicsRequest.json by `python -m codegen generate`. Do not edit.
"""What CreateTopicsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_CreatableReplicaAssignment = StructSchema(
    "CreatableReplicaAssignment",
    (0, 7),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 7), default=0, map_key=True, about="Number of the partition."),
        Field("broker_ids", "brokerIds", "int32", (0, 7), is_array=True, default=(), entity_type="brokerId", about="Node ids of the replicas."),
    ),
    about="Replicas of each partition; empty lets the server choose.",
)
_CreatableTopicConfig = StructSchema(
    "CreatableTopicConfig",
    (0, 7),
    (
        Field("name", "name", "string", (0, 7), default="", map_key=True, about="Name of the config."),
        Field("value", "value", "string", (0, 7), nullable_versions=(0, 7), default="", about="Value of the config; null for none."),
    ),
    about="Configs, each a name and a value.",
)
_CreatableTopic = StructSchema(
    "CreatableTopic",
    (0, 7),
    (
        Field("name", "name", "string", (0, 7), default="", map_key=True, entity_type="topicName", about="Name of the topic."),
        Field("num_partitions", "numPartitions", "int32", (0, 7), default=0, about="Number of partitions; -1 for the default."),
        Field("replication_factor", "replicationFactor", "int16", (0, 7), default=0, about="Number of replicas; -1 for the default."),
        Field("assignments", "assignments", "struct", (0, 7), is_array=True, default=(), struct=_CreatableReplicaAssignment, about="Replicas of each partition; empty lets the server choose."),
        Field("configs", "configs", "struct", (0, 7), is_array=True, default=(), struct=_CreatableTopicConfig, about="Configs, each a name and a value."),
    ),
    about="One entry for each topic.",
)
_CreateTopicsRequest = StructSchema(
    "CreateTopicsRequest",
    (0, 7),
    (
        Field("topics", "topics", "struct", (0, 7), is_array=True, default=(), struct=_CreatableTopic, about="One entry for each topic."),
        Field("timeout_ms", "timeoutMs", "int32", (0, 7), default=60000, about="Milliseconds that the server may take."),
        Field("validate_only", "validateOnly", "bool", (1, 7), default=False, about="Whether to check only and change nothing."),
    ),
    about="Creates topics.",
)

SCHEMA = MessageSchema(
    "CreateTopicsRequest",
    "request",
    19,
    (0, 7),
    (5, 7),
    _CreateTopicsRequest,
    deprecated_versions=(0, 1),
    listeners=("broker", "controller",),
)
