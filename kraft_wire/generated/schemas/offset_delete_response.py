# Generated from OffsetDeleteResponse.json by `python -m codegen generate`. Do not edit.
"""What OffsetDeleteResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_OffsetDeleteResponsePartition = StructSchema(
    "OffsetDeleteResponsePartition",
    (0, 0),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 0), default=0),
        Field("error_code", "errorCode", "int16", (0, 0), default=0),
    ),
)
_OffsetDeleteResponseTopic = StructSchema(
    "OffsetDeleteResponseTopic",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default=""),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_OffsetDeleteResponsePartition),
    ),
)
_OffsetDeleteResponse = StructSchema(
    "OffsetDeleteResponse",
    (0, 0),
    (
        Field("error_code", "errorCode", "int16", (0, 0), default=0),
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), ignorable=True, default=0),
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_OffsetDeleteResponseTopic),
    ),
)

SCHEMA = MessageSchema(
    "OffsetDeleteResponse",
    "response",
    47,
    (0, 0),
    (0, -1),
    _OffsetDeleteResponse,
)
