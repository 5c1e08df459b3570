# Generated from AlterPartitionReassignmentsRequest.json by `python -m codegen generate`. Do not edit.
"""What AlterPartitionReassignmentsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ReassignablePartition = StructSchema(
    "ReassignablePartition",
    (0, 1),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 1), default=0, about="Number of the partition."),
        Field("replicas", "replicas", "int32", (0, 1), is_array=True, nullable_versions=(0, 1), entity_type="brokerId", about="Node ids of the replicas, preferred leader first."),
    ),
    about="One entry for each partition.",
)
_ReassignableTopic = StructSchema(
    "ReassignableTopic",
    (0, 1),
    (
        Field("name", "name", "string", (0, 1), default="", entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "struct", (0, 1), is_array=True, default=(), struct=_ReassignablePartition, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_AlterPartitionReassignmentsRequest = StructSchema(
    "AlterPartitionReassignmentsRequest",
    (0, 1),
    (
        Field("timeout_ms", "timeoutMs", "int32", (0, 1), default=60000, about="Milliseconds that the server may take."),
        Field("allow_replication_factor_change", "allowReplicationFactorChange", "bool", (1, 1), default=True, about="Whether a reassignment may change the number of replicas."),
        Field("topics", "topics", "struct", (0, 1), is_array=True, default=(), struct=_ReassignableTopic, about="One entry for each topic."),
    ),
    about="Starts, changes or cancels the move of partitions to other replicas.",
)

SCHEMA = MessageSchema(
    "AlterPartitionReassignmentsRequest",
    "request",
    45,
    (0, 1),
    (0, 1),
    _AlterPartitionReassignmentsRequest,
    listeners=("broker", "controller",),
)
