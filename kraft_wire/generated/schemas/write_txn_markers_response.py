# Generated from WriteTxnMarkersResponse.json by `python -m codegen generate`. Do not edit.
"""What WriteTxnMarkersResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_WritableTxnMarkerPartitionResult = StructSchema(
    "WritableTxnMarkerPartitionResult",
    (0, 2),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 2), default=0, about="Number of the partition."),
        Field("error_code", "errorCode", "int16", (0, 2), default=0, about="Error code; 0 for success."),
    ),
    about="One entry for each partition.",
)
_WritableTxnMarkerTopicResult = StructSchema(
    "WritableTxnMarkerTopicResult",
    (0, 2),
    (
        Field("name", "name", "string", (0, 2), default="", entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "struct", (0, 2), is_array=True, default=(), struct=_WritableTxnMarkerPartitionResult, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_WritableTxnMarkerResult = StructSchema(
    "WritableTxnMarkerResult",
    (0, 2),
    (
        Field("producer_id", "producerId", "int64", (0, 2), default=0, entity_type="producerId", about="Id of the producer; -1 for none."),
        Field("topics", "topics", "struct", (0, 2), is_array=True, default=(), struct=_WritableTxnMarkerTopicResult, about="One entry for each topic."),
    ),
    about="Transactions and their markers.",
)
_WriteTxnMarkersResponse = StructSchema(
    "WriteTxnMarkersResponse",
    (0, 2),
    (
        Field("markers", "markers", "struct", (0, 2), is_array=True, default=(), struct=_WritableTxnMarkerResult, about="Transactions and their markers."),
    ),
    about="Answers WriteTxnMarkersRequest.",
)

SCHEMA = MessageSchema(
    "WriteTxnMarkersResponse",
    "response",
    27,
    (0, 2),
    (1, 2),
    _WriteTxnMarkersResponse,
)
