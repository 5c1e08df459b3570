# Generated from ExpireDelegationTokenRequest.json by `python -m codegen generate`. Do not edit.
"""What ExpireDelegationTokenRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ExpireDelegationTokenRequest = StructSchema(
    "ExpireDelegationTokenRequest",
    (0, 2),
    (
        Field("hmac", "hmac", "bytes", (0, 2), default=b'', about="Secret of the delegation token."),
        Field("expiry_time_period_ms", "expiryTimePeriodMs", "int64", (0, 2), default=0, about="Milliseconds until the token expires; negative for now."),
    ),
    about="Moves the expiry of a delegation token, or ends it now.",
)

SCHEMA = MessageSchema(
    "ExpireDelegationTokenRequest",
    "request",
    40,
    (0, 2),
    (2, 2),
    _ExpireDelegationTokenRequest,
    deprecated_versions=(0, 0),
    listeners=("broker", "controller",),
)
