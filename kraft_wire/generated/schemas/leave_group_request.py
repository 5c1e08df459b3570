# Generated from LeaveGroupRequest.json by `python -m codegen generate`. Do not edit.
"""What LeaveGroupRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_MemberIdentity = StructSchema(
    "MemberIdentity",
    (3, 5),
    (
        Field("member_id", "memberId", "string", (3, 5), default="", about="Id of the member."),
        Field("group_instance_id", "groupInstanceId", "string", (3, 5), nullable_versions=(3, 5), about="Static id of the member; null for a dynamic one."),
        Field("reason", "reason", "string", (5, 5), nullable_versions=(5, 5), ignorable=True, about="Why the member leaves; null if nobody said."),
    ),
    about="One entry for each member of the group.",
)
_LeaveGroupRequest = StructSchema(
    "LeaveGroupRequest",
    (0, 5),
    (
        Field("group_id", "groupId", "string", (0, 5), default="", entity_type="groupId", about="Id of the group."),
        Field("member_id", "memberId", "string", (0, 2), default="", about="Id of the member."),
        Field("members", "members", "struct", (3, 5), is_array=True, default=(), struct=_MemberIdentity, about="One entry for each member of the group."),
    ),
    about="Members leave a classic group.",
)

SCHEMA = MessageSchema(
    "LeaveGroupRequest",
    "request",
    13,
    (0, 5),
    (4, 5),
    _LeaveGroupRequest,
    listeners=("broker",),
)
