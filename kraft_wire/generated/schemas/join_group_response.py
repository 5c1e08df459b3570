# Generated from JoinGroupResponse.json by `python -m codegen generate`. Do not edit.
"""What JoinGroupResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_JoinGroupResponseMember = StructSchema(
    "JoinGroupResponseMember",
    (0, 9),
    (
        Field("member_id", "memberId", "string", (0, 9), default=""),
        Field("group_instance_id", "groupInstanceId", "string", (5, 9), nullable_versions=(5, 9), ignorable=True),
        Field("metadata", "metadata", "bytes", (0, 9), default=b''),
    ),
)
_JoinGroupResponse = StructSchema(
    "JoinGroupResponse",
    (0, 9),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (2, 9), ignorable=True, default=0),
        Field("error_code", "errorCode", "int16", (0, 9), default=0),
        Field("generation_id", "generationId", "int32", (0, 9), default=-1),
        Field("protocol_type", "protocolType", "string", (7, 9), nullable_versions=(7, 9), ignorable=True),
        Field("protocol_name", "protocolName", "string", (0, 9), nullable_versions=(7, 9), default=""),
        Field("leader", "leader", "string", (0, 9), default=""),
        Field("skip_assignment", "skipAssignment", "bool", (9, 9), default=False),
        Field("member_id", "memberId", "string", (0, 9), default=""),
        Field("members", "members", "struct", (0, 9), is_array=True, default=(), struct=_JoinGroupResponseMember),
    ),
)

SCHEMA = MessageSchema(
    "JoinGroupResponse",
    "response",
    11,
    (0, 9),
    (6, 9),
    _JoinGroupResponse,
)
