# Generated from CreatePartitionsRequest.json by `python -m codegen generate`. Do not edit.
"""What CreatePartitionsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_CreatePartitionsAssignment = StructSchema(
    "CreatePartitionsAssignment",
    (0, 3),
    (
        Field("broker_ids", "brokerIds", "int32", (0, 3), is_array=True, default=()),
    ),
)
_CreatePartitionsTopic = StructSchema(
    "CreatePartitionsTopic",
    (0, 3),
    (
        Field("name", "name", "string", (0, 3), default=""),
        Field("count", "count", "int32", (0, 3), default=0),
        Field("assignments", "assignments", "struct", (0, 3), is_array=True, nullable_versions=(0, 3), default=(), struct=_CreatePartitionsAssignment),
    ),
)
_CreatePartitionsRequest = StructSchema(
    "CreatePartitionsRequest",
    (0, 3),
    (
        Field("topics", "topics", "struct", (0, 3), is_array=True, default=(), struct=_CreatePartitionsTopic),
        Field("timeout_ms", "timeoutMs", "int32", (0, 3), default=0),
        Field("validate_only", "validateOnly", "bool", (0, 3), default=False),
    ),
)

SCHEMA = MessageSchema(
    "CreatePartitionsRequest",
    "request",
    37,
    (0, 3),
    (2, 3),
    _CreatePartitionsRequest,
)
