# Generated from CreateDelegationTokenResponse.json by `python -m codegen generate`. Do not edit.
"""What CreateDelegationTokenResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_CreateDelegationTokenResponse = StructSchema(
    "CreateDelegationTokenResponse",
    (0, 3),
    (
        Field("error_code", "errorCode", "int16", (0, 3), default=0, about="Error code; 0 for success."),
        Field("principal_type", "principalType", "string", (0, 3), default="", about="Type of the principal, such as User."),
        Field("principal_name", "principalName", "string", (0, 3), default="", about="Name of the principal."),
        Field("token_requester_principal_type", "tokenRequesterPrincipalType", "string", (3, 3), default="", about="Type of the principal that asked for the token."),
        Field("token_requester_principal_name", "tokenRequesterPrincipalName", "string", (3, 3), default="", about="Name of the principal that asked for the token."),
        Field("issue_timestamp_ms", "issueTimestampMs", "int64", (0, 3), default=0, about="When the token was issued, in milliseconds since 1970."),
        Field("expiry_timestamp_ms", "expiryTimestampMs", "int64", (0, 3), default=0, about="When the token expires unless it is renewed, in milliseconds since 1970."),
        Field("max_timestamp_ms", "maxTimestampMs", "int64", (0, 3), default=0, about="Highest timestamp, in milliseconds since 1970."),
        Field("token_id", "tokenId", "string", (0, 3), default="", about="Id of the token."),
        Field("hmac", "hmac", "bytes", (0, 3), default=b'', about="Secret of the delegation token."),
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 3), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
    ),
    about="Holds the new token and its secret.",
)

SCHEMA = MessageSchema(
    "CreateDelegationTokenResponse",
    "response",
    38,
    (0, 3),
    (2, 3),
    _CreateDelegationTokenResponse,
)
