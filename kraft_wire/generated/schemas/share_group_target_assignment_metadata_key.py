# Generated from ShareGroupTargetAssignmentMetadataKey.json by `python -m codegen generate`. Do not edit.
"""What ShareGroupTargetAssignmentMetadataKey looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ShareGroupTargetAssignmentMetadataKey = StructSchema(
    "ShareGroupTargetAssignmentMetadataKey",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default="", about="Id of the group."),
    ),
    about="Key: the target assignment of a share group as a whole.",
)

SCHEMA = MessageSchema(
    "ShareGroupTargetAssignmentMetadataKey",
    "coordinator-key",
    12,
    (0, 0),
    (0, -1),
    _ShareGroupTargetAssignmentMetadataKey,
)
