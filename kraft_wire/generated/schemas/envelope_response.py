# Generated from EnvelopeResponse.json by `python -m codegen generate`. Do not edit.
"""What EnvelopeResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_EnvelopeResponse = StructSchema(
    "EnvelopeResponse",
    (0, 0),
    (
        Field("response_data", "responseData", "bytes", (0, 0), nullable_versions=(0, 0), about="Header and body of the answer; null with an error."),
        Field("error_code", "errorCode", "int16", (0, 0), default=0, about="Error code; 0 for success."),
    ),
    about="Holds the controller's answer to the forwarded request.",
)

SCHEMA = MessageSchema(
    "EnvelopeResponse",
    "response",
    58,
    (0, 0),
    (0, 0),
    _EnvelopeResponse,
)
