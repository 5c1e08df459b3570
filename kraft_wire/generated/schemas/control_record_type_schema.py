# Generated from ControlRecordTypeSchema.json by `python -m codegen generate`. Do not edit.
"""What ControlRecordTypeSchema looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ControlRecordTypeSchema = StructSchema(
    "ControlRecordTypeSchema",
    (0, 0),
    (
        Field("type", "type", "int16", (0, 0), default=0),
    ),
)

SCHEMA = MessageSchema(
    "ControlRecordTypeSchema",
    "data",
    None,
    (0, 0),
    (0, -1),
    _ControlRecordTypeSchema,
)
