# Generated from AlterUserScramCredentialsResponse.json by `python -m codegen generate`. Do not edit.
"""What AlterUserScramCredentialsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AlterUserScramCredentialsResult = StructSchema(
    "AlterUserScramCredentialsResult",
    (0, 0),
    (
        Field("user", "user", "string", (0, 0), default="", about="Name of the user."),
        Field("error_code", "errorCode", "int16", (0, 0), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 0), nullable_versions=(0, 0), default="", about="Text of the error; null without one."),
    ),
    about="One result for each thing that was asked for.",
)
_AlterUserScramCredentialsResponse = StructSchema(
    "AlterUserScramCredentialsResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("results", "results", "struct", (0, 0), is_array=True, default=(), struct=_AlterUserScramCredentialsResult, about="One result for each thing that was asked for."),
    ),
    about="Answers AlterUserScramCredentialsRequest.",
)

SCHEMA = MessageSchema(
    "AlterUserScramCredentialsResponse",
    "response",
    51,
    (0, 0),
    (0, 0),
    _AlterUserScramCredentialsResponse,
)
