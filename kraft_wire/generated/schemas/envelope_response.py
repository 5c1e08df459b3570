# Generated from EnvelopeResponse.json by `python -m codegen generate`. Do not edit.
"""What EnvelopeResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_EnvelopeResponse = StructSchema(
    "EnvelopeResponse",
    (0, 0),
    (
        Field("response_data", "responseData", "bytes", (0, 0), nullable_versions=(0, 0)),
        Field("error_code", "errorCode", "int16", (0, 0), default=0),
    ),
)

SCHEMA = MessageSchema(
    "EnvelopeResponse",
    "response",
    58,
    (0, 0),
    (0, 0),
    _EnvelopeResponse,
)
