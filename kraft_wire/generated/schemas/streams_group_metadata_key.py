# Generated from StreamsGroupMetadataKey.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupMetadataKey looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_StreamsGroupMetadataKey = StructSchema(
    "StreamsGroupMetadataKey",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default="", about="Id of the group."),
    ),
    about="Key: a streams group.",
)

SCHEMA = MessageSchema(
    "StreamsGroupMetadataKey",
    "coordinator-key",
    17,
    (0, 0),
    (0, -1),
    _StreamsGroupMetadataKey,
)
