# Generated from ListGroupsResponse.json by `python -m codegen generate`. Do not edit.
"""What ListGroupsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ListedGroup = StructSchema(
    "ListedGroup",
    (0, 5),
    (
        Field("group_id", "groupId", "string", (0, 5), default=""),
        Field("protocol_type", "protocolType", "string", (0, 5), default=""),
        Field("group_state", "groupState", "string", (4, 5), ignorable=True, default=""),
        Field("group_type", "groupType", "string", (5, 5), ignorable=True, default=""),
    ),
)
_ListGroupsResponse = StructSchema(
    "ListGroupsResponse",
    (0, 5),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (1, 5), ignorable=True, default=0),
        Field("error_code", "errorCode", "int16", (0, 5), default=0),
        Field("groups", "groups", "struct", (0, 5), is_array=True, default=(), struct=_ListedGroup),
    ),
)

SCHEMA = MessageSchema(
    "ListGroupsResponse",
    "response",
    16,
    (0, 5),
    (3, 5),
    _ListGroupsResponse,
)
