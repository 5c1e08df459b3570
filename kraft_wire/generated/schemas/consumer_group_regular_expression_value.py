# Generated from ConsumerGroupRegularExpressionValue.json by `python -m codegen generate`. Do not edit.
"""What ConsumerGroupRegularExpressionValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ConsumerGroupRegularExpressionValue = StructSchema(
    "ConsumerGroupRegularExpressionValue",
    (0, 0),
    (
        Field("topics", "topics", "string", (0, 0), is_array=True, default=(), about="Names of the topics."),
        Field("version", "version", "int64", (0, 0), default=0, about="Metadata offset at which the expression was resolved."),
        Field("timestamp", "timestamp", "int64", (0, 0), default=0, about="Timestamp, in milliseconds since 1970."),
    ),
    about="The topics that a regular expression stood for when it was resolved.",
)

SCHEMA = MessageSchema(
    "ConsumerGroupRegularExpressionValue",
    "coordinator-value",
    16,
    (0, 0),
    (0, 0),
    _ConsumerGroupRegularExpressionValue,
)
