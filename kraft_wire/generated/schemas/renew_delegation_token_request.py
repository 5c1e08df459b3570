# Generated from RenewDelegationTokenRequest.json by `python -m codegen generate`. Do not edit.
"""What RenewDelegationTokenRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_RenewDelegationTokenRequest = StructSchema(
    "RenewDelegationTokenRequest",
    (0, 2),
    (
        Field("hmac", "hmac", "bytes", (0, 2), default=b'', about="Secret of the delegation token."),
        Field("renew_period_ms", "renewPeriodMs", "int64", (0, 2), default=0, about="Milliseconds by which the token lives longer; negative for the server's default."),
    ),
    about="Lets a delegation token live longer.",
)

SCHEMA = MessageSchema(
    "RenewDelegationTokenRequest",
    "request",
    39,
    (0, 2),
    (2, 2),
    _RenewDelegationTokenRequest,
    deprecated_versions=(0, 0),
    listeners=("broker", "controller",),
)
