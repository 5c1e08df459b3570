# Generated from SyncGroupRequest.json by `python -m codegen generate`. Do not edit.
"""What SyncGroupRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_SyncGroupRequestAssignment = StructSchema(
    "SyncGroupRequestAssignment",
    (0, 5),
    (
        Field("member_id", "memberId", "string", (0, 5), default="", about="Id of the member."),
        Field("assignment", "assignment", "bytes", (0, 5), default=b'', about="What the member is assigned."),
    ),
    about="Everybody's assignment, from the leader; empty from others.",
)
_SyncGroupRequest = StructSchema(
    "SyncGroupRequest",
    (0, 5),
    (
        Field("group_id", "groupId", "string", (0, 5), default="", entity_type="groupId", about="Id of the group."),
        Field("generation_id", "generationId", "int32", (0, 5), default=0, about="Generation of the classic group."),
        Field("member_id", "memberId", "string", (0, 5), default="", about="Id of the member."),
        Field("group_instance_id", "groupInstanceId", "string", (3, 5), nullable_versions=(3, 5), about="Static id of the member; null for a dynamic one."),
        Field("protocol_type", "protocolType", "string", (5, 5), nullable_versions=(5, 5), ignorable=True, about="What the members use the group for, such as consumer."),
        Field("protocol_name", "protocolName", "string", (5, 5), nullable_versions=(5, 5), ignorable=True, about="Name of the protocol (assignor) in use."),
        Field("assignments", "assignments", "struct", (0, 5), is_array=True, default=(), struct=_SyncGroupRequestAssignment, about="Everybody's assignment, from the leader; empty from others."),
    ),
    about="A member of a classic group asks for its assignment; the leader brings everybody's.",
)

SCHEMA = MessageSchema(
    "SyncGroupRequest",
    "request",
    14,
    (0, 5),
    (4, 5),
    _SyncGroupRequest,
    listeners=("broker",),
)
