# Generated from NoOpRecord.json by `python -m codegen generate`. Do not edit.
"""What NoOpRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_NoOpRecord = StructSchema(
    "NoOpRecord",
    (0, 0),
    (),
    about="Changes nothing; an active controller without work writes it so that the log goes on.",
)

SCHEMA = MessageSchema(
    "NoOpRecord",
    "metadata",
    20,
    (0, 0),
    (0, 0),
    _NoOpRecord,
)
