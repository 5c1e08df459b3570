# Generated from ConsumerGroupPartitionMetadataKey.json by `python -m codegen generate`. Do not edit.
"""What ConsumerGroupPartitionMetadataKey looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ConsumerGroupPartitionMetadataKey = StructSchema(
    "ConsumerGroupPartitionMetadataKey",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default="", about="Id of the group."),
    ),
    about="Key: the topics that a consumer group subscribes to.",
)

SCHEMA = MessageSchema(
    "ConsumerGroupPartitionMetadataKey",
    "coordinator-key",
    4,
    (0, 0),
    (0, -1),
    _ConsumerGroupPartitionMetadataKey,
)
