# Generated from LeaveGroupResponse.json by `python -m codegen generate`. Do not edit.
"""What LeaveGroupResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_MemberResponse = StructSchema(
    "MemberResponse",
    (3, 5),
    (
        Field("member_id", "memberId", "string", (3, 5), default=""),
        Field("group_instance_id", "groupInstanceId", "string", (3, 5), nullable_versions=(3, 5), default=""),
        Field("error_code", "errorCode", "int16", (3, 5), default=0),
    ),
)
_LeaveGroupResponse = StructSchema(
    "LeaveGroupResponse",
    (0, 5),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (1, 5), ignorable=True, default=0),
        Field("error_code", "errorCode", "int16", (0, 5), default=0),
        Field("members", "members", "struct", (3, 5), is_array=True, default=(), struct=_MemberResponse),
    ),
)

SCHEMA = MessageSchema(
    "LeaveGroupResponse",
    "response",
    13,
    (0, 5),
    (4, 5),
    _LeaveGroupResponse,
)
