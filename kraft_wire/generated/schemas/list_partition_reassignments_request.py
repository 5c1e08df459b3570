# Generated from ListPartitionReassignmentsRequest.json by `python -m codegen generate`. Do not edit.
"""What ListPartitionReassignmentsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ListPartitionReassignmentsTopics = StructSchema(
    "ListPartitionReassignmentsTopics",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default=""),
        Field("partition_indexes", "partitionIndexes", "int32", (0, 0), is_array=True, default=()),
    ),
)
_ListPartitionReassignmentsRequest = StructSchema(
    "ListPartitionReassignmentsRequest",
    (0, 0),
    (
        Field("timeout_ms", "timeoutMs", "int32", (0, 0), default=60000),
        Field("topics", "topics", "struct", (0, 0), is_array=True, nullable_versions=(0, 0), struct=_ListPartitionReassignmentsTopics),
    ),
)

SCHEMA = MessageSchema(
    "ListPartitionReassignmentsRequest",
    "request",
    46,
    (0, 0),
    (0, 0),
    _ListPartitionReassignmentsRequest,
)
