# Generated from ConsumerGroupMetadataKey.json by `python -m codegen generate`. Do not edit.
"""What ConsumerGroupMetadataKey looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ConsumerGroupMetadataKey = StructSchema(
    "ConsumerGroupMetadataKey",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default="", about="Id of the group."),
    ),
    about="Key: a consumer group of the new protocol.",
)

SCHEMA = MessageSchema(
    "ConsumerGroupMetadataKey",
    "coordinator-key",
    3,
    (0, 0),
    (0, -1),
    _ConsumerGroupMetadataKey,
)
