# Generated from ShareGroupDescribeRequest.json by `python -m codegen generate`. Do not edit.
"""What ShareGroupDescribeRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ShareGroupDescribeRequest = StructSchema(
    "ShareGroupDescribeRequest",
    (0, 1),
    (
        Field("group_ids", "groupIds", "string", (0, 1), is_array=True, default=(), entity_type="groupId", about="Ids of the groups."),
        Field("include_authorized_operations", "includeAuthorizedOperations", "bool", (0, 1), default=False, about="Whether to tell what the client may do."),
    ),
    about="Asks for the state of share groups.",
)

SCHEMA = MessageSchema(
    "ShareGroupDescribeRequest",
    "request",
    77,
    (0, 1),
    (0, 1),
    _ShareGroupDescribeRequest,
    listeners=("broker",),
)
