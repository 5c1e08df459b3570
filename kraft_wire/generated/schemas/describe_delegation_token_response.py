# Generated from DescribeDelegationTokenResponse.json by `python -m codegen generate`. Do not edit.
"""What DescribeDelegationTokenResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DescribedDelegationTokenRenewer = StructSchema(
    "DescribedDelegationTokenRenewer",
    (0, 3),
    (
        Field("principal_type", "principalType", "string", (0, 3), default=""),
        Field("principal_name", "principalName", "string", (0, 3), default=""),
    ),
)
_DescribedDelegationToken = StructSchema(
    "DescribedDelegationToken",
    (0, 3),
    (
        Field("principal_type", "principalType", "string", (0, 3), default=""),
        Field("principal_name", "principalName", "string", (0, 3), default=""),
        Field("token_requester_principal_type", "tokenRequesterPrincipalType", "string", (3, 3), default=""),
        Field("token_requester_principal_name", "tokenRequesterPrincipalName", "string", (3, 3), default=""),
        Field("issue_timestamp", "issueTimestamp", "int64", (0, 3), default=0),
        Field("expiry_timestamp", "expiryTimestamp", "int64", (0, 3), default=0),
        Field("max_timestamp", "maxTimestamp", "int64", (0, 3), default=0),
        Field("token_id", "tokenId", "string", (0, 3), default=""),
        Field("hmac", "hmac", "bytes", (0, 3), default=b''),
        Field("renewers", "renewers", "struct", (0, 3), is_array=True, default=(), struct=_DescribedDelegationTokenRenewer),
    ),
)
_DescribeDelegationTokenResponse = StructSchema(
    "DescribeDelegationTokenResponse",
    (0, 3),
    (
        Field("error_code", "errorCode", "int16", (0, 3), default=0),
        Field("tokens", "tokens", "struct", (0, 3), is_array=True, default=(), struct=_DescribedDelegationToken),
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 3), default=0),
    ),
)

SCHEMA = MessageSchema(
    "DescribeDelegationTokenResponse",
    "response",
    41,
    (0, 3),
    (2, 3),
    _DescribeDelegationTokenResponse,
)
