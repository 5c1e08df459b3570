# Generated from ConsumerGroupRegularExpressionKey.json by `python -m codegen generate`. Do not edit.
"""What ConsumerGroupRegularExpressionKey looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ConsumerGroupRegularExpressionKey = StructSchema(
    "ConsumerGroupRegularExpressionKey",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default="", about="Id of the group."),
        Field("regular_expression", "regularExpression", "string", (0, 0), default="", about="Regular expression, in RE2J syntax."),
    ),
    about="Key: a regular expression that members of a consumer group subscribe with.",
)

SCHEMA = MessageSchema(
    "ConsumerGroupRegularExpressionKey",
    "coordinator-key",
    16,
    (0, 0),
    (0, -1),
    _ConsumerGroupRegularExpressionKey,
)
