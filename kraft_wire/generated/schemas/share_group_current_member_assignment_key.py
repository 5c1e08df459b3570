# Generated from ShareGroupCurrentMemberAssignmentKey.json by `python -m codegen generate`. Do not edit.
"""What ShareGroupCurrentMemberAssignmentKey looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ShareGroupCurrentMemberAssignmentKey = StructSchema(
    "ShareGroupCurrentMemberAssignmentKey",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default="", about="Id of the group."),
        Field("member_id", "memberId", "string", (0, 0), default="", about="Id of the member."),
    ),
    about="Key: what a member of a share group is assigned now.",
)

SCHEMA = MessageSchema(
    "ShareGroupCurrentMemberAssignmentKey",
    "coordinator-key",
    14,
    (0, 0),
    (0, -1),
    _ShareGroupCurrentMemberAssignmentKey,
)
