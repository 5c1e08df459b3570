# Generated from ShareGroupMemberMetadataKey.json by `python -m codegen generate`. Do not edit.
"""What ShareGroupMemberMetadataKey looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ShareGroupMemberMetadataKey = StructSchema(
    "ShareGroupMemberMetadataKey",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default="", about="Id of the group."),
        Field("member_id", "memberId", "string", (0, 0), default="", about="Id of the member."),
    ),
    about="Key: a member of a share group.",
)

SCHEMA = MessageSchema(
    "ShareGroupMemberMetadataKey",
    "coordinator-key",
    10,
    (0, 0),
    (0, -1),
    _ShareGroupMemberMetadataKey,
)
