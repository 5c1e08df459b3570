# Generated from ExpireDelegationTokenResponse.json by `python -m codegen generate`. Do not edit.
"""What ExpireDelegationTokenResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ExpireDelegationTokenResponse = StructSchema(
    "ExpireDelegationTokenResponse",
    (0, 2),
    (
        Field("error_code", "errorCode", "int16", (0, 2), default=0, about="Error code; 0 for success."),
        Field("expiry_timestamp_ms", "expiryTimestampMs", "int64", (0, 2), default=0, about="When the token expires unless it is renewed, in milliseconds since 1970."),
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 2), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
    ),
    about="Answers ExpireDelegationTokenRequest.",
)

SCHEMA = MessageSchema(
    "ExpireDelegationTokenResponse",
    "response",
    40,
    (0, 2),
    (2, 2),
    _ExpireDelegationTokenResponse,
)
