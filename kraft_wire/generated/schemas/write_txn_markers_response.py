# Generated from WriteTxnMarkersResponse.json by `python -m codegen generate`. Do not edit.
"""What WriteTxnMarkersResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_WritableTxnMarkerPartitionResult = StructSchema(
    "WritableTxnMarkerPartitionResult",
    (0, 2),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 2), default=0),
        Field("error_code", "errorCode", "int16", (0, 2), default=0),
    ),
)
_WritableTxnMarkerTopicResult = StructSchema(
    "WritableTxnMarkerTopicResult",
    (0, 2),
    (
        Field("name", "name", "string", (0, 2), default=""),
        Field("partitions", "partitions", "struct", (0, 2), is_array=True, default=(), struct=_WritableTxnMarkerPartitionResult),
    ),
)
_WritableTxnMarkerResult = StructSchema(
    "WritableTxnMarkerResult",
    (0, 2),
    (
        Field("producer_id", "producerId", "int64", (0, 2), default=0),
        Field("topics", "topics", "struct", (0, 2), is_array=True, default=(), struct=_WritableTxnMarkerTopicResult),
    ),
)
_WriteTxnMarkersResponse = StructSchema(
    "WriteTxnMarkersResponse",
    (0, 2),
    (
        Field("markers", "markers", "struct", (0, 2), is_array=True, default=(), struct=_WritableTxnMarkerResult),
    ),
)

SCHEMA = MessageSchema(
    "WriteTxnMarkersResponse",
    "response",
    27,
    (0, 2),
    (1, 2),
    _WriteTxnMarkersResponse,
)
