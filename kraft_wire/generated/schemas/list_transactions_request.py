# Generated from ListTransactionsRequest.json by `python -m codegen generate`. Do not edit.
"""What ListTransactionsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ListTransactionsRequest = StructSchema(
    "ListTransactionsRequest",
    (0, 2),
    (
        Field("state_filters", "stateFilters", "string", (0, 2), is_array=True, default=(), about="Only transactions in these states; empty for all."),
        Field("producer_id_filters", "producerIdFilters", "int64", (0, 2), is_array=True, default=(), entity_type="producerId", about="Only transactions of these producer ids; empty for all."),
        Field("duration_filter", "durationFilter", "int64", (1, 2), default=-1, about="Only transactions that run longer than these milliseconds; -1 for all."),
        Field("transactional_id_pattern", "transactionalIdPattern", "string", (2, 2), nullable_versions=(2, 2), about="Regular expression for transactional ids; null for all."),
    ),
    about="Lists the transactions that a broker coordinates.",
)

SCHEMA = MessageSchema(
    "ListTransactionsRequest",
    "request",
    66,
    (0, 2),
    (0, 2),
    _ListTransactionsRequest,
    listeners=("broker",),
)
