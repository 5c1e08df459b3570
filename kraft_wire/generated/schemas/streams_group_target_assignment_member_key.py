# Generated from StreamsGroupTargetAssignmentMemberKey.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupTargetAssignmentMemberKey looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_StreamsGroupTargetAssignmentMemberKey = StructSchema(
    "StreamsGroupTargetAssignmentMemberKey",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default="", about="Id of the group."),
        Field("member_id", "memberId", "string", (0, 0), default="", about="Id of the member."),
    ),
    about="Key: the tasks that a member of a streams group shall have.",
)

SCHEMA = MessageSchema(
    "StreamsGroupTargetAssignmentMemberKey",
    "coordinator-key",
    21,
    (0, 0),
    (0, -1),
    _StreamsGroupTargetAssignmentMemberKey,
)
