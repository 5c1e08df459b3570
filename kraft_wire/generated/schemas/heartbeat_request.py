# Generated from HeartbeatRequest.json by `python -m codegen generate`. Do not edit.
"""What HeartbeatRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_HeartbeatRequest = StructSchema(
    "HeartbeatRequest",
    (0, 4),
    (
        Field("group_id", "groupId", "string", (0, 4), default="", entity_type="groupId", about="Id of the group."),
        Field("generation_id", "generationId", "int32", (0, 4), default=0, about="Generation of the classic group."),
        Field("member_id", "memberId", "string", (0, 4), default="", about="Id of the member."),
        Field("group_instance_id", "groupInstanceId", "string", (3, 4), nullable_versions=(3, 4), about="Static id of the member; null for a dynamic one."),
    ),
    about="A member of a classic group tells that it lives.",
)

SCHEMA = MessageSchema(
    "HeartbeatRequest",
    "request",
    12,
    (0, 4),
    (4, 4),
    _HeartbeatRequest,
    listeners=("broker",),
)
