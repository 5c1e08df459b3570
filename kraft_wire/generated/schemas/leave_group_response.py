# Generated from LeaveGroupResponse.json by `python -m codegen generate`. Do not edit.
"""What LeaveGroupResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_MemberResponse = StructSchema(
    "MemberResponse",
    (3, 5),
    (
        Field("member_id", "memberId", "string", (3, 5), default="", about="Id of the member."),
        Field("group_instance_id", "groupInstanceId", "string", (3, 5), nullable_versions=(3, 5), default="", about="Static id of the member; null for a dynamic one."),
        Field("error_code", "errorCode", "int16", (3, 5), default=0, about="Error code; 0 for success."),
    ),
    about="One entry for each member of the group.",
)
_LeaveGroupResponse = StructSchema(
    "LeaveGroupResponse",
    (0, 5),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (1, 5), ignorable=True, default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 5), default=0, about="Error code; 0 for success."),
        Field("members", "members", "struct", (3, 5), is_array=True, default=(), struct=_MemberResponse, about="One entry for each member of the group."),
    ),
    about="Answers LeaveGroupRequest.",
)

SCHEMA = MessageSchema(
    "LeaveGroupResponse",
    "response",
    13,
    (0, 5),
    (4, 5),
    _LeaveGroupResponse,
)
