# Generated from AddPartitionsToTxnRequest.json by `python -m codegen generate`. Do not edit.
"""What AddPartitionsToTxnRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AddPartitionsToTxnTopic = StructSchema(
    "AddPartitionsToTxnTopic",
    (0, 5),
    (
        Field("name", "name", "string", (0, 5), default="", map_key=True, entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "int32", (0, 5), is_array=True, default=(), about="Numbers of the partitions."),
    ),
)
_AddPartitionsToTxnTransaction = StructSchema(
    "AddPartitionsToTxnTransaction",
    (4, 5),
    (
        Field("transactional_id", "transactionalId", "string", (4, 5), default="", map_key=True, entity_type="transactionalId", about="Transactional id of the producer."),
        Field("producer_id", "producerId", "int64", (4, 5), default=0, entity_type="producerId", about="Id of the producer; -1 for none."),
        Field("producer_epoch", "producerEpoch", "int16", (4, 5), default=0, about="Epoch of the producer; -1 for none."),
        Field("verify_only", "verifyOnly", "bool", (4, 5), default=False, about="Whether to check only that the partitions are part of the transaction."),
        Field("topics", "topics", "struct", (4, 5), is_array=True, default=(), struct=_AddPartitionsToTxnTopic, about="One entry for each topic."),
    ),
    about="One entry for each transaction.",
)
_AddPartitionsToTxnRequest = StructSchema(
    "AddPartitionsToTxnRequest",
    (0, 5),
    (
        Field("transactions", "transactions", "struct", (4, 5), is_array=True, default=(), struct=_AddPartitionsToTxnTransaction, about="One entry for each transaction."),
        Field("v3_and_below_transactional_id", "v3AndBelowTransactionalId", "string", (0, 3), default="", entity_type="transactionalId", about="Transactional id of the producer."),
        Field("v3_and_below_producer_id", "v3AndBelowProducerId", "int64", (0, 3), default=0, entity_type="producerId", about="Id of the producer."),
        Field("v3_and_below_producer_epoch", "v3AndBelowProducerEpoch", "int16", (0, 3), default=0, about="Epoch of the producer."),
        Field("v3_and_below_topics", "v3AndBelowTopics", "struct", (0, 3), is_array=True, default=(), struct=_AddPartitionsToTxnTopic, about="Partitions by topic."),
    ),
    about="Makes partitions part of one or several ongoing transactions; from version 4 on brokers send it too.",
)

SCHEMA = MessageSchema(
    "AddPartitionsToTxnRequest",
    "request",
    24,
    (0, 5),
    (3, 5),
    _AddPartitionsToTxnRequest,
    listeners=("broker",),
)
