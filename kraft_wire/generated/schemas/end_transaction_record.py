# Generated from EndTransactionRecord.json by `python -m codegen generate`. Do not edit.
"""What EndTransactionRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_EndTransactionRecord = StructSchema(
    "EndTransactionRecord",
    (0, 0),
    (),
    about="Ends a metadata transaction: its records since BeginTransactionRecord count from here on.",
)

SCHEMA = MessageSchema(
    "EndTransactionRecord",
    "metadata",
    24,
    (0, 0),
    (0, 0),
    _EndTransactionRecord,
)
