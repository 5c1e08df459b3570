# Generated from ConsumerGroupDescribeRequest.json by `python -m codegen generate`. Do not edit.
"""What ConsumerGroupDescribeRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ConsumerGroupDescribeRequest = StructSchema(
    "ConsumerGroupDescribeRequest",
    (0, 1),
    (
        Field("group_ids", "groupIds", "string", (0, 1), is_array=True, default=(), entity_type="groupId", about="Ids of the groups."),
        Field("include_authorized_operations", "includeAuthorizedOperations", "bool", (0, 1), default=False, about="Whether to tell what the client may do."),
    ),
    about="Asks for the state of consumer groups of the new protocol (KIP-848).",
)

SCHEMA = MessageSchema(
    "ConsumerGroupDescribeRequest",
    "request",
    69,
    (0, 1),
    (0, 1),
    _ConsumerGroupDescribeRequest,
    listeners=("broker",),
)
