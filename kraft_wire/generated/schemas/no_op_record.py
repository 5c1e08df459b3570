# Generated from NoOpRecord.json by `python -m codegen generate`. Do not edit.
"""What NoOpRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_NoOpRecord = StructSchema(
    "NoOpRecord",
    (0, 0),
    (),
)

SCHEMA = MessageSchema(
    "NoOpRecord",
    "metadata",
    20,
    (0, 0),
    (0, 0),
    _NoOpRecord,
)
