# Generated from AddPartitionsToTxnRequest.json by `python -m codegen generate`. Do not edit.
"""What AddPartitionsToTxnRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AddPartitionsToTxnTopic = StructSchema(
    "AddPartitionsToTxnTopic",
    (0, 5),
    (
        Field("name", "name", "string", (0, 5), default=""),
        Field("partitions", "partitions", "int32", (0, 5), is_array=True, default=()),
    ),
)
_AddPartitionsToTxnTransaction = StructSchema(
    "AddPartitionsToTxnTransaction",
    (4, 5),
    (
        Field("transactional_id", "transactionalId", "string", (4, 5), default=""),
        Field("producer_id", "producerId", "int64", (4, 5), default=0),
        Field("producer_epoch", "producerEpoch", "int16", (4, 5), default=0),
        Field("verify_only", "verifyOnly", "bool", (4, 5), default=False),
        Field("topics", "topics", "struct", (4, 5), is_array=True, default=(), struct=_AddPartitionsToTxnTopic),
    ),
)
_AddPartitionsToTxnRequest = StructSchema(
    "AddPartitionsToTxnRequest",
    (0, 5),
    (
        Field("transactions", "transactions", "struct", (4, 5), is_array=True, default=(), struct=_AddPartitionsToTxnTransaction),
        Field("v3_and_below_transactional_id", "v3AndBelowTransactionalId", "string", (0, 3), default=""),
        Field("v3_and_below_producer_id", "v3AndBelowProducerId", "int64", (0, 3), default=0),
        Field("v3_and_below_producer_epoch", "v3AndBelowProducerEpoch", "int16", (0, 3), default=0),
        Field("v3_and_below_topics", "v3AndBelowTopics", "struct", (0, 3), is_array=True, default=(), struct=_AddPartitionsToTxnTopic),
    ),
)

SCHEMA = MessageSchema(
    "AddPartitionsToTxnRequest",
    "request",
    24,
    (0, 5),
    (3, 5),
    _AddPartitionsToTxnRequest,
)
