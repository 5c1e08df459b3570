# Generated from JoinGroupRequest.json by `python -m codegen generate`. Do not edit.
"""What JoinGroupRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_JoinGroupRequestProtocol = StructSchema(
    "JoinGroupRequestProtocol",
    (0, 9),
    (
        Field("name", "name", "string", (0, 9), default=""),
        Field("metadata", "metadata", "bytes", (0, 9), default=b''),
    ),
)
_JoinGroupRequest = StructSchema(
    "JoinGroupRequest",
    (0, 9),
    (
        Field("group_id", "groupId", "string", (0, 9), default=""),
        Field("session_timeout_ms", "sessionTimeoutMs", "int32", (0, 9), default=0),
        Field("rebalance_timeout_ms", "rebalanceTimeoutMs", "int32", (1, 9), ignorable=True, default=-1),
        Field("member_id", "memberId", "string", (0, 9), default=""),
        Field("group_instance_id", "groupInstanceId", "string", (5, 9), nullable_versions=(5, 9)),
        Field("protocol_type", "protocolType", "string", (0, 9), default=""),
        Field("protocols", "protocols", "struct", (0, 9), is_array=True, default=(), struct=_JoinGroupRequestProtocol),
        Field("reason", "reason", "string", (8, 9), nullable_versions=(8, 9), ignorable=True),
    ),
)

SCHEMA = MessageSchema(
    "JoinGroupRequest",
    "request",
    11,
    (0, 9),
    (6, 9),
    _JoinGroupRequest,
)
