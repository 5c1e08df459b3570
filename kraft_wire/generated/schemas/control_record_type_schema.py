# Generated from ControlRecordTypeSchema.json by `python -m codegen generate`. Do not edit.
"""What ControlRecordTypeSchema looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ControlRecordTypeSchema = StructSchema(
    "ControlRecordTypeSchema",
    (0, 0),
    (
        Field("type", "type", "int16", (0, 0), default=0, about="0 abort, 1 commit, 2 leader change, 3 snapshot header, 4 snapshot footer, 5 kraft version, 6 voters."),
    ),
    about="The key of a control record, which tells its type.",
)

SCHEMA = MessageSchema(
    "ControlRecordTypeSchema",
    "data",
    None,
    (0, 0),
    (0, -1),
    _ControlRecordTypeSchema,
)
