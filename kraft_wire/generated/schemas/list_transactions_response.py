# Generated from ListTransactionsResponse.json by `python -m codegen generate`. Do not edit.
"""What ListTransactionsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TransactionState = StructSchema(
    "TransactionState",
    (0, 2),
    (
        Field("transactional_id", "transactionalId", "string", (0, 2), default=""),
        Field("producer_id", "producerId", "int64", (0, 2), default=0),
        Field("transaction_state", "transactionState", "string", (0, 2), default=""),
    ),
)
_ListTransactionsResponse = StructSchema(
    "ListTransactionsResponse",
    (0, 2),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 2), default=0),
        Field("error_code", "errorCode", "int16", (0, 2), default=0),
        Field("unknown_state_filters", "unknownStateFilters", "string", (0, 2), is_array=True, default=()),
        Field("transaction_states", "transactionStates", "struct", (0, 2), is_array=True, default=(), struct=_TransactionState),
    ),
)

SCHEMA = MessageSchema(
    "ListTransactionsResponse",
    "response",
    66,
    (0, 2),
    (0, 2),
    _ListTransactionsResponse,
)
