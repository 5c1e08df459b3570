# Generated from ShareGroupTargetAssignmentMemberKey.json by `python -m codegen generate`. Do not edit.
"""What ShareGroupTargetAssignmentMemberKey looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ShareGroupTargetAssignmentMemberKey = StructSchema(
    "ShareGroupTargetAssignmentMemberKey",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default="", about="Id of the group."),
        Field("member_id", "memberId", "string", (0, 0), default="", about="Id of the member."),
    ),
    about="Key: what a member of a share group shall be assigned.",
)

SCHEMA = MessageSchema(
    "ShareGroupTargetAssignmentMemberKey",
    "coordinator-key",
    13,
    (0, 0),
    (0, -1),
    _ShareGroupTargetAssignmentMemberKey,
)
