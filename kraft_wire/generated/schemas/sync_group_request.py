# Generated from SyncGroupRequest.json by `python -m codegen generate`. Do not edit.
"""What SyncGroupRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_SyncGroupRequestAssignment = StructSchema(
    "SyncGroupRequestAssignment",
    (0, 5),
    (
        Field("member_id", "memberId", "string", (0, 5), default=""),
        Field("assignment", "assignment", "bytes", (0, 5), default=b''),
    ),
)
_SyncGroupRequest = StructSchema(
    "SyncGroupRequest",
    (0, 5),
    (
        Field("group_id", "groupId", "string", (0, 5), default=""),
        Field("generation_id", "generationId", "int32", (0, 5), default=0),
        Field("member_id", "memberId", "string", (0, 5), default=""),
        Field("group_instance_id", "groupInstanceId", "string", (3, 5), nullable_versions=(3, 5)),
        Field("protocol_type", "protocolType", "string", (5, 5), nullable_versions=(5, 5), ignorable=True),
        Field("protocol_name", "protocolName", "string", (5, 5), nullable_versions=(5, 5), ignorable=True),
        Field("assignments", "assignments", "struct", (0, 5), is_array=True, default=(), struct=_SyncGroupRequestAssignment),
    ),
)

SCHEMA = MessageSchema(
    "SyncGroupRequest",
    "request",
    14,
    (0, 5),
    (4, 5),
    _SyncGroupRequest,
)
