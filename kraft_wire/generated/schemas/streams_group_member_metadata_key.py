# Generated from StreamsGroupMemberMetadataKey.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupMemberMetadataKey looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_StreamsGroupMemberMetadataKey = StructSchema(
    "StreamsGroupMemberMetadataKey",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default="", about="Id of the group."),
        Field("member_id", "memberId", "string", (0, 0), default="", about="Id of the member."),
    ),
    about="Key: a member of a streams group.",
)

SCHEMA = MessageSchema(
    "StreamsGroupMemberMetadataKey",
    "coordinator-key",
    19,
    (0, 0),
    (0, -1),
    _StreamsGroupMemberMetadataKey,
)
