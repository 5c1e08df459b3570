# Generated from ConsumerGroupCurrentMemberAssignmentKey.json by `python -m codegen generate`. Do not edit.
"""What ConsumerGroupCurrentMemberAssignmentKey looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ConsumerGroupCurrentMemberAssignmentKey = StructSchema(
    "ConsumerGroupCurrentMemberAssignmentKey",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default="", about="Id of the group."),
        Field("member_id", "memberId", "string", (0, 0), default="", about="Id of the member."),
    ),
    about="Key: what a member of a consumer group owns now.",
)

SCHEMA = MessageSchema(
    "ConsumerGroupCurrentMemberAssignmentKey",
    "coordinator-key",
    8,
    (0, 0),
    (0, -1),
    _ConsumerGroupCurrentMemberAssignmentKey,
)
