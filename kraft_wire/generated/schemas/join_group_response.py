# Generated from JoinGroupResponse.json by `python -m codegen generate`. Do not edit.
"""What JoinGroupResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_JoinGroupResponseMember = StructSchema(
    "JoinGroupResponseMember",
    (0, 9),
    (
        Field("member_id", "memberId", "string", (0, 9), default="", about="Id of the member."),
        Field("group_instance_id", "groupInstanceId", "string", (5, 9), nullable_versions=(5, 9), ignorable=True, about="Static id of the member; null for a dynamic one."),
        Field("metadata", "metadata", "bytes", (0, 9), default=b'', about="Bytes or text of the client's own."),
    ),
    about="One entry for each member of the group.",
)
_JoinGroupResponse = StructSchema(
    "JoinGroupResponse",
    (0, 9),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (2, 9), ignorable=True, default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 9), default=0, about="Error code; 0 for success."),
        Field("generation_id", "generationId", "int32", (0, 9), default=-1, about="Generation of the classic group."),
        Field("protocol_type", "protocolType", "string", (7, 9), nullable_versions=(7, 9), ignorable=True, about="What the members use the group for, such as consumer."),
        Field("protocol_name", "protocolName", "string", (0, 9), nullable_versions=(7, 9), default="", about="Name of the protocol (assignor) in use."),
        Field("leader", "leader", "string", (0, 9), default="", about="Member id of the group's leader."),
        Field("skip_assignment", "skipAssignment", "bool", (9, 9), default=False, about="Whether the leader need not compute an assignment."),
        Field("member_id", "memberId", "string", (0, 9), default="", about="Id of the member."),
        Field("members", "members", "struct", (0, 9), is_array=True, default=(), struct=_JoinGroupResponseMember, about="One entry for each member of the group."),
    ),
    about="Answers JoinGroupRequest.",
)

SCHEMA = MessageSchema(
    "JoinGroupResponse",
    "response",
    11,
    (0, 9),
    (6, 9),
    _JoinGroupResponse,
)
