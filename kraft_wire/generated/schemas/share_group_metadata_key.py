# Generated from ShareGroupMetadataKey.json by `python -m codegen generate`. Do not edit.
"""What ShareGroupMetadataKey looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ShareGroupMetadataKey = StructSchema(
    "ShareGroupMetadataKey",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default="", about="Id of the group."),
    ),
    about="Key: a share group.",
)

SCHEMA = MessageSchema(
    "ShareGroupMetadataKey",
    "coordinator-key",
    11,
    (0, 0),
    (0, -1),
    _ShareGroupMetadataKey,
)
