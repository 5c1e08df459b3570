# Generated from CreatePartitionsRequest.json by `python -m codegen generate`. Do not edit.
"""What CreatePartitionsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_CreatePartitionsAssignment = StructSchema(
    "CreatePartitionsAssignment",
    (0, 3),
    (
        Field("broker_ids", "brokerIds", "int32", (0, 3), is_array=True, default=(), entity_type="brokerId", about="Node ids of the replicas."),
    ),
    about="Replicas of each new partition; null lets the server choose.",
)
_CreatePartitionsTopic = StructSchema(
    "CreatePartitionsTopic",
    (0, 3),
    (
        Field("name", "name", "string", (0, 3), default="", map_key=True, entity_type="topicName", about="Name of the topic."),
        Field("count", "count", "int32", (0, 3), default=0, about="Number of partitions that the topic shall have."),
        Field("assignments", "assignments", "struct", (0, 3), is_array=True, nullable_versions=(0, 3), default=(), struct=_CreatePartitionsAssignment, about="Replicas of each new partition; null lets the server choose."),
    ),
    about="One entry for each topic.",
)
_CreatePartitionsRequest = StructSchema(
    "CreatePartitionsRequest",
    (0, 3),
    (
        Field("topics", "topics", "struct", (0, 3), is_array=True, default=(), struct=_CreatePartitionsTopic, about="One entry for each topic."),
        Field("timeout_ms", "timeoutMs", "int32", (0, 3), default=0, about="Milliseconds that the server may take."),
        Field("validate_only", "validateOnly", "bool", (0, 3), default=False, about="Whether to check only and change nothing."),
    ),
    about="Raises the number of partitions of topics.",
)

SCHEMA = MessageSchema(
    "CreatePartitionsRequest",
    "request",
    37,
    (0, 3),
    (2, 3),
    _CreatePartitionsRequest,
    listeners=("broker", "controller",),
)
