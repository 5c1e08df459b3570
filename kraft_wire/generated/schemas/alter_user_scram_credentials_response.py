# Generated from AlterUserScramCredentialsResponse.json by `python -m codegen generate`. Do not edit.
"""What AlterUserScramCredentialsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AlterUserScramCredentialsResult = StructSchema(
    "AlterUserScramCredentialsResult",
    (0, 0),
    (
        Field("user", "user", "string", (0, 0), default=""),
        Field("error_code", "errorCode", "int16", (0, 0), default=0),
        Field("error_message", "errorMessage", "string", (0, 0), nullable_versions=(0, 0), default=""),
    ),
)
_AlterUserScramCredentialsResponse = StructSchema(
    "AlterUserScramCredentialsResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0),
        Field("results", "results", "struct", (0, 0), is_array=True, default=(), struct=_AlterUserScramCredentialsResult),
    ),
)

SCHEMA = MessageSchema(
    "AlterUserScramCredentialsResponse",
    "response",
    51,
    (0, 0),
    (0, 0),
    _AlterUserScramCredentialsResponse,
)
