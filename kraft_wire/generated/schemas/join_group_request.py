# Generated from JoinGroupRequest.json by `python -m codegen generate`. Do not edit.
"""What JoinGroupRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_JoinGroupRequestProtocol = StructSchema(
    "JoinGroupRequestProtocol",
    (0, 9),
    (
        Field("name", "name", "string", (0, 9), default="", map_key=True, about="Name of the protocol (assignor)."),
        Field("metadata", "metadata", "bytes", (0, 9), default=b'', about="Bytes or text of the client's own."),
    ),
    about="Protocols (assignors) that the member knows, best first.",
)
_JoinGroupRequest = StructSchema(
    "JoinGroupRequest",
    (0, 9),
    (
        Field("group_id", "groupId", "string", (0, 9), default="", entity_type="groupId", about="Id of the group."),
        Field("session_timeout_ms", "sessionTimeoutMs", "int32", (0, 9), default=0, about="Milliseconds without heartbeat after which a member is gone."),
        Field("rebalance_timeout_ms", "rebalanceTimeoutMs", "int32", (1, 9), ignorable=True, default=-1, about="Milliseconds that members have to give back what they must."),
        Field("member_id", "memberId", "string", (0, 9), default="", about="Id of the member."),
        Field("group_instance_id", "groupInstanceId", "string", (5, 9), nullable_versions=(5, 9), about="Static id of the member; null for a dynamic one."),
        Field("protocol_type", "protocolType", "string", (0, 9), default="", about="What the members use the group for, such as consumer."),
        Field("protocols", "protocols", "struct", (0, 9), is_array=True, default=(), struct=_JoinGroupRequestProtocol, about="Protocols (assignors) that the member knows, best first."),
        Field("reason", "reason", "string", (8, 9), nullable_versions=(8, 9), ignorable=True, about="Why, for the log of the server."),
    ),
    about="A member joins a classic group or a rebalance of it.",
)

SCHEMA = MessageSchema(
    "JoinGroupRequest",
    "request",
    11,
    (0, 9),
    (6, 9),
    _JoinGroupRequest,
    listeners=("broker",),
)
