# Generated from ConsumerGroupMemberMetadataKey.json by `python -m codegen generate`. Do not edit.
"""What ConsumerGroupMemberMetadataKey looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ConsumerGroupMemberMetadataKey = StructSchema(
    "ConsumerGroupMemberMetadataKey",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default="", about="Id of the group."),
        Field("member_id", "memberId", "string", (0, 0), default="", about="Id of the member."),
    ),
    about="Key: a member of a consumer group.",
)

SCHEMA = MessageSchema(
    "ConsumerGroupMemberMetadataKey",
    "coordinator-key",
    5,
    (0, 0),
    (0, -1),
    _ConsumerGroupMemberMetadataKey,
)
