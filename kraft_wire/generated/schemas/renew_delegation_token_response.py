# Generated from RenewDelegationTokenResponse.json by `python -m codegen generate`. Do not edit.
"""What RenewDelegationTokenResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_RenewDelegationTokenResponse = StructSchema(
    "RenewDelegationTokenResponse",
    (0, 2),
    (
        Field("error_code", "errorCode", "int16", (0, 2), default=0),
        Field("expiry_timestamp_ms", "expiryTimestampMs", "int64", (0, 2), default=0),
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 2), default=0),
    ),
)

SCHEMA = MessageSchema(
    "RenewDelegationTokenResponse",
    "response",
    39,
    (0, 2),
    (2, 2),
    _RenewDelegationTokenResponse,
)
