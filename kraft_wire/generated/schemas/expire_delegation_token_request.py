# Generated from ExpireDelegationTokenRequest.json by `python -m codegen generate`. Do not edit.
"""What ExpireDelegationTokenRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ExpireDelegationTokenRequest = StructSchema(
    "ExpireDelegationTokenRequest",
    (0, 2),
    (
        Field("hmac", "hmac", "bytes", (0, 2), default=b''),
        Field("expiry_time_period_ms", "expiryTimePeriodMs", "int64", (0, 2), default=0),
    ),
)

SCHEMA = MessageSchema(
    "ExpireDelegationTokenRequest",
    "request",
    40,
    (0, 2),
    (2, 2),
    _ExpireDelegationTokenRequest,
)
