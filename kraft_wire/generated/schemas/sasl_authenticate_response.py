# Generated from SaslAuthenticateResponse.json by `python -m codegen generate`. Do not edit.
"""What SaslAuthenticateResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_SaslAuthenticateResponse = StructSchema(
    "SaslAuthenticateResponse",
    (0, 2),
    (
        Field("error_code", "errorCode", "int16", (0, 2), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 2), nullable_versions=(0, 2), default="", about="Text of the error; null without one."),
        Field("auth_bytes", "authBytes", "bytes", (0, 2), default=b'', about="SASL token of this step."),
        Field("session_lifetime_ms", "sessionLifetimeMs", "int64", (1, 2), ignorable=True, default=0, about="Milliseconds after which the client must authenticate again; 0 for never."),
    ),
    about="Answers SaslAuthenticateRequest.",
)

SCHEMA = MessageSchema(
    "SaslAuthenticateResponse",
    "response",
    36,
    (0, 2),
    (2, 2),
    _SaslAuthenticateResponse,
)
