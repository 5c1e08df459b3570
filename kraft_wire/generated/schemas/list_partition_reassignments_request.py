# Generated from ListPartitionReassignmentsRequest.json by `python -m codegen generate`. Do not edit.
"""What ListPartitionReassignmentsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ListPartitionReassignmentsTopics = StructSchema(
    "ListPartitionReassignmentsTopics",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default="", entity_type="topicName", about="Name of the topic."),
        Field("partition_indexes", "partitionIndexes", "int32", (0, 0), is_array=True, default=(), about="Numbers of partitions."),
    ),
    about="One entry for each topic.",
)
_ListPartitionReassignmentsRequest = StructSchema(
    "ListPartitionReassignmentsRequest",
    (0, 0),
    (
        Field("timeout_ms", "timeoutMs", "int32", (0, 0), default=60000, about="Milliseconds that the server may take."),
        Field("topics", "topics", "struct", (0, 0), is_array=True, nullable_versions=(0, 0), struct=_ListPartitionReassignmentsTopics, about="One entry for each topic."),
    ),
    about="Lists moves of partitions that are under way.",
)

SCHEMA = MessageSchema(
    "ListPartitionReassignmentsRequest",
    "request",
    46,
    (0, 0),
    (0, 0),
    _ListPartitionReassignmentsRequest,
    listeners=("broker", "controller",),
)
