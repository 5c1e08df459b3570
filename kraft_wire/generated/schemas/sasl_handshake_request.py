# Generated from SaslHandshakeRequest.json by `python -m codegen generate`. Do not edit.
"""What SaslHandshakeRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_SaslHandshakeRequest = StructSchema(
    "SaslHandshakeRequest",
    (0, 1),
    (
        Field("mechanism", "mechanism", "string", (0, 1), default="", about="SASL mechanism."),
    ),
    about="Chooses the SASL mechanism of a connection.",
)

SCHEMA = MessageSchema(
    "SaslHandshakeRequest",
    "request",
    17,
    (0, 1),
    (0, -1),
    _SaslHandshakeRequest,
    listeners=("broker", "controller",),
)
