# Generated from DescribeUserScramCredentialsResponse.json by `python -m codegen generate`. Do not edit.
"""What DescribeUserScramCredentialsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_CredentialInfo = StructSchema(
    "CredentialInfo",
    (0, 0),
    (
        Field("mechanism", "mechanism", "int8", (0, 0), default=0),
        Field("iterations", "iterations", "int32", (0, 0), default=0),
    ),
)
_DescribeUserScramCredentialsResult = StructSchema(
    "DescribeUserScramCredentialsResult",
    (0, 0),
    (
        Field("user", "user", "string", (0, 0), default=""),
        Field("error_code", "errorCode", "int16", (0, 0), default=0),
        Field("error_message", "errorMessage", "string", (0, 0), nullable_versions=(0, 0), default=""),
        Field("credential_infos", "credentialInfos", "struct", (0, 0), is_array=True, default=(), struct=_CredentialInfo),
    ),
)
_DescribeUserScramCredentialsResponse = StructSchema(
    "DescribeUserScramCredentialsResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0),
        Field("error_code", "errorCode", "int16", (0, 0), default=0),
        Field("error_message", "errorMessage", "string", (0, 0), nullable_versions=(0, 0), default=""),
        Field("results", "results", "struct", (0, 0), is_array=True, default=(), struct=_DescribeUserScramCredentialsResult),
    ),
)

SCHEMA = MessageSchema(
    "DescribeUserScramCredentialsResponse",
    "response",
    50,
    (0, 0),
    (0, 0),
    _DescribeUserScramCredentialsResponse,
)
