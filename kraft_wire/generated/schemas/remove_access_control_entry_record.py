# Generated from RemoveAccessControlEntryRecord.json by `python -m codegen generate`. Do not edit.
"""What RemoveAccessControlEntryRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_RemoveAccessControlEntryRecord = StructSchema(
    "RemoveAccessControlEntryRecord",
    (0, 0),
    (
        Field("id", "id", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the entry to remove."),
    ),
    about="Removes one access control entry.",
)

SCHEMA = MessageSchema(
    "RemoveAccessControlEntryRecord",
    "metadata",
    19,
    (0, 0),
    (0, 0),
    _RemoveAccessControlEntryRecord,
)
