# Generated from WriteTxnMarkersRequest.json by `python -m codegen generate`. Do not edit.
"""What WriteTxnMarkersRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_WritableTxnMarkerTopic = StructSchema(
    "WritableTxnMarkerTopic",
    (0, 2),
    (
        Field("name", "name", "string", (0, 2), default=""),
        Field("partition_indexes", "partitionIndexes", "int32", (0, 2), is_array=True, default=()),
    ),
)
_WritableTxnMarker = StructSchema(
    "WritableTxnMarker",
    (0, 2),
    (
        Field("producer_id", "producerId", "int64", (0, 2), default=0),
        Field("producer_epoch", "producerEpoch", "int16", (0, 2), default=0),
        Field("transaction_result", "transactionResult", "bool", (0, 2), default=False),
        Field("topics", "topics", "struct", (0, 2), is_array=True, default=(), struct=_WritableTxnMarkerTopic),
        Field("coordinator_epoch", "coordinatorEpoch", "int32", (0, 2), default=0),
        Field("transaction_version", "transactionVersion", "int8", (2, 2), ignorable=True, default=0),
    ),
)
_WriteTxnMarkersRequest = StructSchema(
    "WriteTxnMarkersRequest",
    (0, 2),
    (
        Field("markers", "markers", "struct", (0, 2), is_array=True, default=(), struct=_WritableTxnMarker),
    ),
)

SCHEMA = MessageSchema(
    "WriteTxnMarkersRequest",
    "request",
    27,
    (0, 2),
    (1, 2),
    _WriteTxnMarkersRequest,
)
