# Generated from CreateDelegationTokenResponse.json by `python -m codegen generate`. Do not edit.
"""What CreateDelegationTokenResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_CreateDelegationTokenResponse = StructSchema(
    "CreateDelegationTokenResponse",
    (0, 3),
    (
        Field("error_code", "errorCode", "int16", (0, 3), default=0),
        Field("principal_type", "principalType", "string", (0, 3), default=""),
        Field("principal_name", "principalName", "string", (0, 3), default=""),
        Field("token_requester_principal_type", "tokenRequesterPrincipalType", "string", (3, 3), default=""),
        Field("token_requester_principal_name", "tokenRequesterPrincipalName", "string", (3, 3), default=""),
        Field("issue_timestamp_ms", "issueTimestampMs", "int64", (0, 3), default=0),
        Field("expiry_timestamp_ms", "expiryTimestampMs", "int64", (0, 3), default=0),
        Field("max_timestamp_ms", "maxTimestampMs", "int64", (0, 3), default=0),
        Field("token_id", "tokenId", "string", (0, 3), default=""),
        Field("hmac", "hmac", "bytes", (0, 3), default=b''),
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 3), default=0),
    ),
)

SCHEMA = MessageSchema(
    "CreateDelegationTokenResponse",
    "response",
    38,
    (0, 3),
    (2, 3),
    _CreateDelegationTokenResponse,
)
