# Generated from ListGroupsResponse.json by `python -m codegen generate`. Do not edit.
"""What ListGroupsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ListedGroup = StructSchema(
    "ListedGroup",
    (0, 5),
    (
        Field("group_id", "groupId", "string", (0, 5), default="", entity_type="groupId", about="Id of the group."),
        Field("protocol_type", "protocolType", "string", (0, 5), default="", about="What the members use the group for, such as consumer."),
        Field("group_state", "groupState", "string", (4, 5), ignorable=True, default="", about="State of the group, as text."),
        Field("group_type", "groupType", "string", (5, 5), ignorable=True, default="", about="Type of the group: classic, consumer, share or streams."),
    ),
    about="One entry for each group.",
)
_ListGroupsResponse = StructSchema(
    "ListGroupsResponse",
    (0, 5),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (1, 5), ignorable=True, default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 5), default=0, about="Error code; 0 for success."),
        Field("groups", "groups", "struct", (0, 5), is_array=True, default=(), struct=_ListedGroup, about="One entry for each group."),
    ),
    about="Answers ListGroupsRequest.",
)

SCHEMA = MessageSchema(
    "ListGroupsResponse",
    "response",
    16,
    (0, 5),
    (3, 5),
    _ListGroupsResponse,
)
