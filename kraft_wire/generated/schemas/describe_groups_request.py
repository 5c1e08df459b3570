# Generated from DescribeGroupsRequest.json by `python -m codegen generate`. Do not edit.
"""What DescribeGroupsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DescribeGroupsRequest = StructSchema(
    "DescribeGroupsRequest",
    (0, 6),
    (
        Field("groups", "groups", "string", (0, 6), is_array=True, default=(), entity_type="groupId", about="Ids of the groups."),
        Field("include_authorized_operations", "includeAuthorizedOperations", "bool", (3, 6), default=False, about="Whether to tell what the client may do."),
    ),
    about="Asks for the state of groups of the classic protocol.",
)

SCHEMA = MessageSchema(
    "DescribeGroupsRequest",
    "request",
    15,
    (0, 6),
    (5, 6),
    _DescribeGroupsRequest,
    listeners=("broker",),
)
