# Generated from DeleteRecordsResponse.json by `python -m codegen generate`. Do not edit.
"""What DeleteRecordsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DeleteRecordsPartitionResult = StructSchema(
    "DeleteRecordsPartitionResult",
    (0, 2),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 2), default=0),
        Field("low_watermark", "lowWatermark", "int64", (0, 2), default=0),
        Field("error_code", "errorCode", "int16", (0, 2), default=0),
    ),
)
_DeleteRecordsTopicResult = StructSchema(
    "DeleteRecordsTopicResult",
    (0, 2),
    (
        Field("name", "name", "string", (0, 2), default=""),
        Field("partitions", "partitions", "struct", (0, 2), is_array=True, default=(), struct=_DeleteRecordsPartitionResult),
    ),
)
_DeleteRecordsResponse = StructSchema(
    "DeleteRecordsResponse",
    (0, 2),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 2), default=0),
        Field("topics", "topics", "struct", (0, 2), is_array=True, default=(), struct=_DeleteRecordsTopicResult),
    ),
)

SCHEMA = MessageSchema(
    "DeleteRecordsResponse",
    "response",
    21,
    (0, 2),
    (2, 2),
    _DeleteRecordsResponse,
)
