# Generated from AbortTransactionRecord.json by `python -m codegen generate`. Do not edit.
"""What AbortTransactionRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AbortTransactionRecord = StructSchema(
    "AbortTransactionRecord",
    (0, 0),
    (
        Field("reason", "reason", "string", (0, 0), nullable_versions=(0, 0), tagged_versions=(0, 0), tag=0, about="Why, for the log of the server."),
    ),
    about="Ends a metadata transaction: its records since BeginTransactionRecord never happened.",
)

SCHEMA = MessageSchema(
    "AbortTransactionRecord",
    "metadata",
    25,
    (0, 0),
    (0, 0),
    _AbortTransactionRecord,
)
