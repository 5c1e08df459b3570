# Generated from DescribeTransactionsResponse.json by `python -m codegen generate`. Do not edit.
"""What DescribeTransactionsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TopicData = StructSchema(
    "TopicData",
    (0, 0),
    (
        Field("topic", "topic", "string", (0, 0), default=""),
        Field("partitions", "partitions", "int32", (0, 0), is_array=True, default=()),
    ),
)
_TransactionState = StructSchema(
    "TransactionState",
    (0, 0),
    (
        Field("error_code", "errorCode", "int16", (0, 0), default=0),
        Field("transactional_id", "transactionalId", "string", (0, 0), default=""),
        Field("transaction_state", "transactionState", "string", (0, 0), default=""),
        Field("transaction_timeout_ms", "transactionTimeoutMs", "int32", (0, 0), default=0),
        Field("transaction_start_time_ms", "transactionStartTimeMs", "int64", (0, 0), default=0),
        Field("producer_id", "producerId", "int64", (0, 0), default=0),
        Field("producer_epoch", "producerEpoch", "int16", (0, 0), default=0),
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_TopicData),
    ),
)
_DescribeTransactionsResponse = StructSchema(
    "DescribeTransactionsResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0),
        Field("transaction_states", "transactionStates", "struct", (0, 0), is_array=True, default=(), struct=_TransactionState),
    ),
)

SCHEMA = MessageSchema(
    "DescribeTransactionsResponse",
    "response",
    65,
    (0, 0),
    (0, 0),
    _DescribeTransactionsResponse,
)
