# Generated from DescribeDelegationTokenRequest.json by `python -m codegen generate`. Do not edit.
"""What DescribeDelegationTokenRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DescribeDelegationTokenOwner = StructSchema(
    "DescribeDelegationTokenOwner",
    (0, 3),
    (
        Field("principal_type", "principalType", "string", (0, 3), default="", about="Type of the principal, such as User."),
        Field("principal_name", "principalName", "string", (0, 3), default="", about="Name of the principal."),
    ),
    about="Principals whose tokens are wanted; null for all.",
)
_DescribeDelegationTokenRequest = StructSchema(
    "DescribeDelegationTokenRequest",
    (0, 3),
    (
        Field("owners", "owners", "struct", (0, 3), is_array=True, nullable_versions=(0, 3), default=(), struct=_DescribeDelegationTokenOwner, about="Principals whose tokens are wanted; null for all."),
    ),
    about="Lists the delegation tokens of owners.",
)

SCHEMA = MessageSchema(
    "DescribeDelegationTokenRequest",
    "request",
    41,
    (0, 3),
    (2, 3),
    _DescribeDelegationTokenRequest,
    deprecated_versions=(0, 0),
    listeners=("broker", "controller",),
)
