# Generated from BeginTransactionRecord.json by `python -m codegen generate`. Do not edit.
"""What BeginTransactionRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_BeginTransactionRecord = StructSchema(
    "BeginTransactionRecord",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), nullable_versions=(0, 0), tagged_versions=(0, 0), tag=0, about="What the transaction is for; null if nobody said."),
    ),
    about="Begins a metadata transaction: the records that follow count only once it ends.",
)

SCHEMA = MessageSchema(
    "BeginTransactionRecord",
    "metadata",
    23,
    (0, 0),
    (0, 0),
    _BeginTransactionRecord,
)
