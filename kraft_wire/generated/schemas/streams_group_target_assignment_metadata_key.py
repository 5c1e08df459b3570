# Generated from StreamsGroupTargetAssignmentMetadataKey.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupTargetAssignmentMetadataKey looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_StreamsGroupTargetAssignmentMetadataKey = StructSchema(
    "StreamsGroupTargetAssignmentMetadataKey",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default="", about="Id of the group."),
    ),
    about="Key: the target assignment of a streams group as a whole.",
)

SCHEMA = MessageSchema(
    "StreamsGroupTargetAssignmentMetadataKey",
    "coordinator-key",
    20,
    (0, 0),
    (0, -1),
    _StreamsGroupTargetAssignmentMetadataKey,
)
