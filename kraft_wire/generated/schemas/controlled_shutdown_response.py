# Generated from ControlledShutdownResponse.json by `python -m codegen generate`. Do not edit.
"""What ControlledShutdownResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_RemainingPartition = StructSchema(
    "RemainingPartition",
    (0, 3),
    (
        Field("topic_name", "topicName", "string", (0, 3), default="", map_key=True, entity_type="topicName", about="Name of the topic."),
        Field("partition_index", "partitionIndex", "int32", (0, 3), default=0, map_key=True, about="Number of the partition."),
    ),
    about="Partitions that the broker still leads.",
)
_ControlledShutdownResponse = StructSchema(
    "ControlledShutdownResponse",
    (0, 3),
    (
        Field("error_code", "errorCode", "int16", (0, 3), default=0, about="Error code; 0 for success."),
        Field("remaining_partitions", "remainingPartitions", "struct", (0, 3), is_array=True, default=(), struct=_RemainingPartition, about="Partitions that the broker still leads."),
    ),
    about="Answers ControlledShutdownRequest.",
)

SCHEMA = MessageSchema(
    "ControlledShutdownResponse",
    "response",
    7,
    (0, 3),
    (3, 3),
    _ControlledShutdownResponse,
)
