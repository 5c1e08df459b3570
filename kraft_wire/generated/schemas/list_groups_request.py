# Generated from ListGroupsRequest.json by `python -m codegen generate`. Do not edit.
"""What ListGroupsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ListGroupsRequest = StructSchema(
    "ListGroupsRequest",
    (0, 5),
    (
        Field("states_filter", "statesFilter", "string", (4, 5), is_array=True, default=(), about="Only groups in these states; empty for all."),
        Field("types_filter", "typesFilter", "string", (5, 5), is_array=True, default=(), about="Only groups of these types; empty for all."),
    ),
    about="Lists the groups that a broker coordinates.",
)

SCHEMA = MessageSchema(
    "ListGroupsRequest",
    "request",
    16,
    (0, 5),
    (3, 5),
    _ListGroupsRequest,
    listeners=("broker",),
)
