# Generated from DescribeTransactionsResponse.json by `python -m codegen generate`. Do not edit.
"""What DescribeTransactionsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TopicData = StructSchema(
    "TopicData",
    (0, 0),
    (
        Field("topic", "topic", "string", (0, 0), default="", map_key=True, entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "int32", (0, 0), is_array=True, default=(), about="Numbers of the partitions."),
    ),
    about="One entry for each topic.",
)
_TransactionState = StructSchema(
    "TransactionState",
    (0, 0),
    (
        Field("error_code", "errorCode", "int16", (0, 0), default=0, about="Error code; 0 for success."),
        Field("transactional_id", "transactionalId", "string", (0, 0), default="", entity_type="transactionalId", about="Transactional id of the producer."),
        Field("transaction_state", "transactionState", "string", (0, 0), default="", about="State of the transaction, as text."),
        Field("transaction_timeout_ms", "transactionTimeoutMs", "int32", (0, 0), default=0, about="Milliseconds after which the coordinator aborts the transaction."),
        Field("transaction_start_time_ms", "transactionStartTimeMs", "int64", (0, 0), default=0, about="When the transaction began, in milliseconds since 1970; -1 if none is open."),
        Field("producer_id", "producerId", "int64", (0, 0), default=0, entity_type="producerId", about="Id of the producer; -1 for none."),
        Field("producer_epoch", "producerEpoch", "int16", (0, 0), default=0, about="Epoch of the producer; -1 for none."),
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_TopicData, about="One entry for each topic."),
    ),
    about="One entry for each transaction.",
)
_DescribeTransactionsResponse = StructSchema(
    "DescribeTransactionsResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("transaction_states", "transactionStates", "struct", (0, 0), is_array=True, default=(), struct=_TransactionState, about="One entry for each transaction."),
    ),
    about="Answers DescribeTransactionsRequest.",
)

SCHEMA = MessageSchema(
    "DescribeTransactionsResponse",
    "response",
    65,
    (0, 0),
    (0, 0),
    _DescribeTransactionsResponse,
)
