# Generated from AlterPartitionReassignmentsResponse.json by `python -m codegen generate`. Do not edit.
"""What AlterPartitionReassignmentsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ReassignablePartitionResponse = StructSchema(
    "ReassignablePartitionResponse",
    (0, 1),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 1), default=0),
        Field("error_code", "errorCode", "int16", (0, 1), default=0),
        Field("error_message", "errorMessage", "string", (0, 1), nullable_versions=(0, 1), default=""),
    ),
)
_ReassignableTopicResponse = StructSchema(
    "ReassignableTopicResponse",
    (0, 1),
    (
        Field("name", "name", "string", (0, 1), default=""),
        Field("partitions", "partitions", "struct", (0, 1), is_array=True, default=(), struct=_ReassignablePartitionResponse),
    ),
)
_AlterPartitionReassignmentsResponse = StructSchema(
    "AlterPartitionReassignmentsResponse",
    (0, 1),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 1), default=0),
        Field("allow_replication_factor_change", "allowReplicationFactorChange", "bool", (1, 1), ignorable=True, default=True),
        Field("error_code", "errorCode", "int16", (0, 1), default=0),
        Field("error_message", "errorMessage", "string", (0, 1), nullable_versions=(0, 1), default=""),
        Field("responses", "responses", "struct", (0, 1), is_array=True, default=(), struct=_ReassignableTopicResponse),
    ),
)

SCHEMA = MessageSchema(
    "AlterPartitionReassignmentsResponse",
    "response",
    45,
    (0, 1),
    (0, 1),
    _AlterPartitionReassignmentsResponse,
)
