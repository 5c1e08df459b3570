# Generated from DescribeUserScramCredentialsResponse.json by `python -m codegen generate`. Do not edit.
"""What DescribeUserScramCredentialsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_CredentialInfo = StructSchema(
    "CredentialInfo",
    (0, 0),
    (
        Field("mechanism", "mechanism", "int8", (0, 0), default=0, about="SASL mechanism."),
        Field("iterations", "iterations", "int32", (0, 0), default=0, about="Number of rounds of the SCRAM hash."),
    ),
    about="Mechanisms and iterations of the user's credentials.",
)
_DescribeUserScramCredentialsResult = StructSchema(
    "DescribeUserScramCredentialsResult",
    (0, 0),
    (
        Field("user", "user", "string", (0, 0), default="", about="Name of the user."),
        Field("error_code", "errorCode", "int16", (0, 0), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 0), nullable_versions=(0, 0), default="", about="Text of the error; null without one."),
        Field("credential_infos", "credentialInfos", "struct", (0, 0), is_array=True, default=(), struct=_CredentialInfo, about="Mechanisms and iterations of the user's credentials."),
    ),
    about="One result for each thing that was asked for.",
)
_DescribeUserScramCredentialsResponse = StructSchema(
    "DescribeUserScramCredentialsResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 0), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 0), nullable_versions=(0, 0), default="", about="Text of the error; null without one."),
        Field("results", "results", "struct", (0, 0), is_array=True, default=(), struct=_DescribeUserScramCredentialsResult, about="One result for each thing that was asked for."),
    ),
    about="Answers DescribeUserScramCredentialsRequest.",
)

SCHEMA = MessageSchema(
    "DescribeUserScramCredentialsResponse",
    "response",
    50,
    (0, 0),
    (0, 0),
    _DescribeUserScramCredentialsResponse,
)
