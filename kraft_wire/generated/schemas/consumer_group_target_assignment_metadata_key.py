# Generated from ConsumerGroupTargetAssignmentMetadataKey.json by `python -m codegen generate`. Do not edit.
"""What ConsumerGroupTargetAssignmentMetadataKey looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ConsumerGroupTargetAssignmentMetadataKey = StructSchema(
    "ConsumerGroupTargetAssignmentMetadataKey",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default="", about="Id of the group."),
    ),
    about="Key: the target assignment of a consumer group as a whole.",
)

SCHEMA = MessageSchema(
    "ConsumerGroupTargetAssignmentMetadataKey",
    "coordinator-key",
    6,
    (0, 0),
    (0, -1),
    _ConsumerGroupTargetAssignmentMetadataKey,
)
