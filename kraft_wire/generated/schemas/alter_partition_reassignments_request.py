# Generated from AlterPartitionReassignmentsRequest.json by `python -m codegen generate`. Do not edit.
"""What AlterPartitionReassignmentsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ReassignablePartition = StructSchema(
    "ReassignablePartition",
    (0, 1),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 1), default=0),
        Field("replicas", "replicas", "int32", (0, 1), is_array=True, nullable_versions=(0, 1)),
    ),
)
_ReassignableTopic = StructSchema(
    "ReassignableTopic",
    (0, 1),
    (
        Field("name", "name", "string", (0, 1), default=""),
        Field("partitions", "partitions", "struct", (0, 1), is_array=True, default=(), struct=_ReassignablePartition),
    ),
)
_AlterPartitionReassignmentsRequest = StructSchema(
    "AlterPartitionReassignmentsRequest",
    (0, 1),
    (
        Field("timeout_ms", "timeoutMs", "int32", (0, 1), default=60000),
        Field("allow_replication_factor_change", "allowReplicationFactorChange", "bool", (1, 1), default=True),
        Field("topics", "topics", "struct", (0, 1), is_array=True, default=(), struct=_ReassignableTopic),
    ),
)

SCHEMA = MessageSchema(
    "AlterPartitionReassignmentsRequest",
    "request",
    45,
    (0, 1),
    (0, 1),
    _AlterPartitionReassignmentsRequest,
)
