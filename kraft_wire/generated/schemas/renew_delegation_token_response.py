# Generated from RenewDelegationTokenResponse.json by `python -m codegen generate`. Do not edit.
"""What RenewDelegationTokenResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_RenewDelegationTokenResponse = StructSchema(
    "RenewDelegationTokenResponse",
    (0, 2),
    (
        Field("error_code", "errorCode", "int16", (0, 2), default=0, about="Error code; 0 for success."),
        Field("expiry_timestamp_ms", "expiryTimestampMs", "int64", (0, 2), default=0, about="When the token expires unless it is renewed, in milliseconds since 1970."),
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 2), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
    ),
    about="Answers RenewDelegationTokenRequest.",
)

SCHEMA = MessageSchema(
    "RenewDelegationTokenResponse",
    "response",
    39,
    (0, 2),
    (2, 2),
    _RenewDelegationTokenResponse,
)
