# Generated from ConsumerGroupDescribeRequest.json by `python -m codegen generate`. Do not edit.
"""What ConsumerGroupDescribeRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ConsumerGroupDescribeRequest = StructSchema(
    "ConsumerGroupDescribeRequest",
    (0, 1),
    (
        Field("group_ids", "groupIds", "string", (0, 1), is_array=True, default=()),
        Field("include_authorized_operations", "includeAuthorizedOperations", "bool", (0, 1), default=False),
    ),
)

SCHEMA = MessageSchema(
    "ConsumerGroupDescribeRequest",
    "request",
    69,
    (0, 1),
    (0, 1),
    _ConsumerGroupDescribeRequest,
)
