# Generated from ConsumerGroupTargetAssignmentMemberKey.json by `python -m codegen generate`. Do not edit.
"""What ConsumerGroupTargetAssignmentMemberKey looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ConsumerGroupTargetAssignmentMemberKey = StructSchema(
    "ConsumerGroupTargetAssignmentMemberKey",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default="", about="Id of the group."),
        Field("member_id", "memberId", "string", (0, 0), default="", about="Id of the member."),
    ),
    about="Key: what a member of a consumer group shall own.",
)

SCHEMA = MessageSchema(
    "ConsumerGroupTargetAssignmentMemberKey",
    "coordinator-key",
    7,
    (0, 0),
    (0, -1),
    _ConsumerGroupTargetAssignmentMemberKey,
)
