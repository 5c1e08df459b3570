# Generated from WriteTxnMarkersRequest.json by `python -m codegen generate`. Do not edit.
"""What WriteTxnMarkersRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_WritableTxnMarkerTopic = StructSchema(
    "WritableTxnMarkerTopic",
    (0, 2),
    (
        Field("name", "name", "string", (0, 2), default="", entity_type="topicName", about="Name of the topic."),
        Field("partition_indexes", "partitionIndexes", "int32", (0, 2), is_array=True, default=(), about="Numbers of partitions."),
    ),
    about="One entry for each topic.",
)
_WritableTxnMarker = StructSchema(
    "WritableTxnMarker",
    (0, 2),
    (
        Field("producer_id", "producerId", "int64", (0, 2), default=0, entity_type="producerId", about="Id of the producer; -1 for none."),
        Field("producer_epoch", "producerEpoch", "int16", (0, 2), default=0, about="Epoch of the producer; -1 for none."),
        Field("transaction_result", "transactionResult", "bool", (0, 2), default=False, about="True for a commit marker, false for an abort marker."),
        Field("topics", "topics", "struct", (0, 2), is_array=True, default=(), struct=_WritableTxnMarkerTopic, about="One entry for each topic."),
        Field("coordinator_epoch", "coordinatorEpoch", "int32", (0, 2), default=0, about="Epoch of the transaction coordinator."),
        Field("transaction_version", "transactionVersion", "int8", (2, 2), ignorable=True, default=0, about="transaction.version of the marker."),
    ),
    about="Transactions and their markers.",
)
_WriteTxnMarkersRequest = StructSchema(
    "WriteTxnMarkersRequest",
    (0, 2),
    (
        Field("markers", "markers", "struct", (0, 2), is_array=True, default=(), struct=_WritableTxnMarker, about="Transactions and their markers."),
    ),
    about="A transaction coordinator lets partition leaders write commit or abort markers.",
)

SCHEMA = MessageSchema(
    "WriteTxnMarkersRequest",
    "request",
    27,
    (0, 2),
    (1, 2),
    _WriteTxnMarkersRequest,
    listeners=("broker",),
)
