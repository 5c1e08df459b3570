# Generated from DeleteGroupsResponse.json by `python -m codegen generate`. Do not edit.
"""What DeleteGroupsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DeletableGroupResult = StructSchema(
    "DeletableGroupResult",
    (0, 3),
    (
        Field("group_id", "groupId", "string", (0, 3), default="", map_key=True, entity_type="groupId", about="Id of the group."),
        Field("error_code", "errorCode", "int16", (0, 3), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (3, 3), nullable_versions=(3, 3), ignorable=True, about="Text of the error; null without one."),
    ),
    about="One result for each thing that was asked for.",
)
_DeleteGroupsResponse = StructSchema(
    "DeleteGroupsResponse",
    (0, 3),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 3), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("results", "results", "struct", (0, 3), is_array=True, default=(), struct=_DeletableGroupResult, about="One result for each thing that was asked for."),
    ),
    about="Answers DeleteGroupsRequest.",
)

SCHEMA = MessageSchema(
    "DeleteGroupsResponse",
    "response",
    42,
    (0, 3),
    (2, 3),
    _DeleteGroupsResponse,
)
