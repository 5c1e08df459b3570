# Generated from CreateDelegationTokenRequest.json by `python -m codegen generate`. Do not edit.
"""What CreateDelegationTokenRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_CreatableRenewers = StructSchema(
    "CreatableRenewers",
    (0, 3),
    (
        Field("principal_type", "principalType", "string", (0, 3), default=""),
        Field("principal_name", "principalName", "string", (0, 3), default=""),
    ),
)
_CreateDelegationTokenRequest = StructSchema(
    "CreateDelegationTokenRequest",
    (0, 3),
    (
        Field("owner_principal_type", "ownerPrincipalType", "string", (3, 3), nullable_versions=(3, 3), default=""),
        Field("owner_principal_name", "ownerPrincipalName", "string", (3, 3), nullable_versions=(3, 3), default=""),
        Field("renewers", "renewers", "struct", (0, 3), is_array=True, default=(), struct=_CreatableRenewers),
        Field("max_lifetime_ms", "maxLifetimeMs", "int64", (0, 3), default=0),
    ),
)

SCHEMA = MessageSchema(
    "CreateDelegationTokenRequest",
    "request",
    38,
    (0, 3),
    (2, 3),
    _CreateDelegationTokenRequest,
)
