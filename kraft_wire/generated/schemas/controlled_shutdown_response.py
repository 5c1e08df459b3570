# Generated from ControlledShutdownResponse.json by `python -m codegen generate`. Do not edit.
"""What ControlledShutdownResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_RemainingPartition = StructSchema(
    "RemainingPartition",
    (0, 3),
    (
        Field("topic_name", "topicName", "string", (0, 3), default=""),
        Field("partition_index", "partitionIndex", "int32", (0, 3), default=0),
    ),
)
_ControlledShutdownResponse = StructSchema(
    "ControlledShutdownResponse",
    (0, 3),
    (
        Field("error_code", "errorCode", "int16", (0, 3), default=0),
        Field("remaining_partitions", "remainingPartitions", "struct", (0, 3), is_array=True, default=(), struct=_RemainingPartition),
    ),
)

SCHEMA = MessageSchema(
    "ControlledShutdownResponse",
    "response",
    7,
    (0, 3),
    (3, 3),
    _ControlledShutdownResponse,
)
