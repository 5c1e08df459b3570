# Generated from TransactionLogKey.json by `python -m codegen generate`. Do not edit.
"""What TransactionLogKey looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TransactionLogKey = StructSchema(
    "TransactionLogKey",
    (0, 0),
    (
        Field("transactional_id", "transactionalId", "string", (0, 0), default="", about="Transactional id of the producer."),
    ),
    about="Key: a transactional id.",
)

SCHEMA = MessageSchema(
    "TransactionLogKey",
    "coordinator-key",
    0,
    (0, 0),
    (0, -1),
    _TransactionLogKey,
)
