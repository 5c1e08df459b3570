# Generated from GroupMetadataKey.json by `python -m codegen generate`. Do not edit.
"""What GroupMetadataKey looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_GroupMetadataKey = StructSchema(
    "GroupMetadataKey",
    (0, 0),
    (
        Field("group", "group", "string", (0, 0), default="", about="Id of the group."),
    ),
    about="Key: a classic group.",
)

SCHEMA = MessageSchema(
    "GroupMetadataKey",
    "coordinator-key",
    2,
    (0, 0),
    (0, -1),
    _GroupMetadataKey,
)
