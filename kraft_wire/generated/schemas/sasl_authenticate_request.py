# Generated from SaslAuthenticateRequest.json by `python -m codegen generate`. Do not edit.
"""What SaslAuthenticateRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_SaslAuthenticateRequest = StructSchema(
    "SaslAuthenticateRequest",
    (0, 2),
    (
        Field("auth_bytes", "authBytes", "bytes", (0, 2), default=b'', about="SASL token of this step."),
    ),
    about="One step of a SASL exchange.",
)

SCHEMA = MessageSchema(
    "SaslAuthenticateRequest",
    "request",
    36,
    (0, 2),
    (2, 2),
    _SaslAuthenticateRequest,
    listeners=("broker", "controller",),
)
