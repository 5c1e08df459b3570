# Generated from ResponseHeader.json by `python -m codegen generate`. Do not edit.
"""What ResponseHeader looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ResponseHeader = StructSchema(
    "ResponseHeader",
    (0, 1),
    (
        Field("correlation_id", "correlationId", "int32", (0, 1), default=0, about="Number that ties a response to its request."),
    ),
    about="Stands before every response; version 1 brought tagged fields.",
)

SCHEMA = MessageSchema(
    "ResponseHeader",
    "header",
    None,
    (0, 1),
    (1, 1),
    _ResponseHeader,
)
