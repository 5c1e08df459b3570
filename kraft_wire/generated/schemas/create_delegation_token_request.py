# Generated from CreateDelegationTokenRequest.json by `python -m codegen generate`. Do not edit.
"""What CreateDelegationTokenRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_CreatableRenewers = StructSchema(
    "CreatableRenewers",
    (0, 3),
    (
        Field("principal_type", "principalType", "string", (0, 3), default="", about="Type of the principal, such as User."),
        Field("principal_name", "principalName", "string", (0, 3), default="", about="Name of the principal."),
    ),
    about="Principals that may renew the token.",
)
_CreateDelegationTokenRequest = StructSchema(
    "CreateDelegationTokenRequest",
    (0, 3),
    (
        Field("owner_principal_type", "ownerPrincipalType", "string", (3, 3), nullable_versions=(3, 3), default="", about="Type of the principal that shall own the token; null for the requester."),
        Field("owner_principal_name", "ownerPrincipalName", "string", (3, 3), nullable_versions=(3, 3), default="", about="Name of the principal that shall own the token; null for the requester."),
        Field("renewers", "renewers", "struct", (0, 3), is_array=True, default=(), struct=_CreatableRenewers, about="Principals that may renew the token."),
        Field("max_lifetime_ms", "maxLifetimeMs", "int64", (0, 3), default=0, about="Milliseconds that the token may live at most; negative for the server's limit."),
    ),
    about="Asks for a new delegation token.",
)

SCHEMA = MessageSchema(
    "CreateDelegationTokenRequest",
    "request",
    38,
    (0, 3),
    (2, 3),
    _CreateDelegationTokenRequest,
    deprecated_versions=(0, 0),
    listeners=("broker", "controller",),
)
