# Generated from SaslHandshakeResponse.json by `python -m codegen generate`. Do not edit.
"""What SaslHandshakeResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_SaslHandshakeResponse = StructSchema(
    "SaslHandshakeResponse",
    (0, 1),
    (
        Field("error_code", "errorCode", "int16", (0, 1), default=0, about="Error code; 0 for success."),
        Field("mechanisms", "mechanisms", "string", (0, 1), is_array=True, default=(), about="Mechanisms that the server offers."),
    ),
    about="Answers SaslHandshakeRequest.",
)

SCHEMA = MessageSchema(
    "SaslHandshakeResponse",
    "response",
    17,
    (0, 1),
    (0, -1),
    _SaslHandshakeResponse,
)
