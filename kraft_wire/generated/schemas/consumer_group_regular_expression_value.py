# Generated from ConsumerGroupRegularExpressionValue.json by `python -m codegen generate`. Do not edit.
"""What ConsumerGroupRegularExpressionValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ConsumerGroupRegularExpressionValue = StructSchema(
    "ConsumerGroupRegularExpressionValue",
    (0, 0),
    (
        Field("topics", "topics", "string", (0, 0), is_array=True, default=()),
        Field("version", "version", "int64", (0, 0), default=0),
        Field("timestamp", "timestamp", "int64", (0, 0), default=0),
    ),
)

SCHEMA = MessageSchema(
    "ConsumerGroupRegularExpressionValue",
    "coordinator-value",
    16,
    (0, 0),
    (0, 0),
    _ConsumerGroupRegularExpressionValue,
)
