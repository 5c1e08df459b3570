# Generated from DeleteRecordsRequest.json by `python -m codegen generate`. Do not edit.
"""What DeleteRecordsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DeleteRecordsPartition = StructSchema(
    "DeleteRecordsPartition",
    (0, 2),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 2), default=0),
        Field("offset", "offset", "int64", (0, 2), default=0),
    ),
)
_DeleteRecordsTopic = StructSchema(
    "DeleteRecordsTopic",
    (0, 2),
    (
        Field("name", "name", "string", (0, 2), default=""),
        Field("partitions", "partitions", "struct", (0, 2), is_array=True, default=(), struct=_DeleteRecordsPartition),
    ),
)
_DeleteRecordsRequest = StructSchema(
    "DeleteRecordsRequest",
    (0, 2),
    (
        Field("topics", "topics", "struct", (0, 2), is_array=True, default=(), struct=_DeleteRecordsTopic),
        Field("timeout_ms", "timeoutMs", "int32", (0, 2), default=0),
    ),
)

SCHEMA = MessageSchema(
    "DeleteRecordsRequest",
    "request",
    21,
    (0, 2),
    (2, 2),
    _DeleteRecordsRequest,
)
