# Generated from ListTransactionsResponse.json by `python -m codegen generate`. Do not edit.
"""What ListTransactionsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TransactionState = StructSchema(
    "TransactionState",
    (0, 2),
    (
        Field("transactional_id", "transactionalId", "string", (0, 2), default="", entity_type="transactionalId", about="Transactional id of the producer."),
        Field("producer_id", "producerId", "int64", (0, 2), default=0, entity_type="producerId", about="Id of the producer; -1 for none."),
        Field("transaction_state", "transactionState", "string", (0, 2), default="", about="State of the transaction, as text."),
    ),
    about="One entry for each transaction.",
)
_ListTransactionsResponse = StructSchema(
    "ListTransactionsResponse",
    (0, 2),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 2), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 2), default=0, about="Error code; 0 for success."),
        Field("unknown_state_filters", "unknownStateFilters", "string", (0, 2), is_array=True, default=(), about="States of the request that the server does not know."),
        Field("transaction_states", "transactionStates", "struct", (0, 2), is_array=True, default=(), struct=_TransactionState, about="One entry for each transaction."),
    ),
    about="Answers ListTransactionsRequest.",
)

SCHEMA = MessageSchema(
    "ListTransactionsResponse",
    "response",
    66,
    (0, 2),
    (0, 2),
    _ListTransactionsResponse,
)
