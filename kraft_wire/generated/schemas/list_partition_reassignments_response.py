# Generated from ListPartitionReassignmentsResponse.json by `python -m codegen generate`. Do not edit.
"""What ListPartitionReassignmentsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_OngoingPartitionReassignment = StructSchema(
    "OngoingPartitionReassignment",
    (0, 0),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 0), default=0),
        Field("replicas", "replicas", "int32", (0, 0), is_array=True, default=()),
        Field("adding_replicas", "addingReplicas", "int32", (0, 0), is_array=True, default=()),
        Field("removing_replicas", "removingReplicas", "int32", (0, 0), is_array=True, default=()),
    ),
)
_OngoingTopicReassignment = StructSchema(
    "OngoingTopicReassignment",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default=""),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_OngoingPartitionReassignment),
    ),
)
_ListPartitionReassignmentsResponse = StructSchema(
    "ListPartitionReassignmentsResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0),
        Field("error_code", "errorCode", "int16", (0, 0), default=0),
        Field("error_message", "errorMessage", "string", (0, 0), nullable_versions=(0, 0), default=""),
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_OngoingTopicReassignment),
    ),
)

SCHEMA = MessageSchema(
    "ListPartitionReassignmentsResponse",
    "response",
    46,
    (0, 0),
    (0, 0),
    _ListPartitionReassignmentsResponse,
)
