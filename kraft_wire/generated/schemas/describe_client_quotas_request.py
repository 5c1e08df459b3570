# Generated from DescribeClientQuotasRequest.json by `python -m codegen generate`. Do not edit.
"""What DescribeClientQuotasRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ComponentData = StructSchema(
    "ComponentData",
    (0, 1),
    (
        Field("entity_type", "entityType", "string", (0, 1), default="", about="user, client-id or ip."),
        Field("match_type", "matchType", "int8", (0, 1), default=0, about="0 exact name, 1 default, 2 any name."),
        Field("match", "match", "string", (0, 1), nullable_versions=(0, 1), default="", about="Name to match exactly; otherwise null."),
    ),
    about="Conditions that entities must meet.",
)
_DescribeClientQuotasRequest = StructSchema(
    "DescribeClientQuotasRequest",
    (0, 1),
    (
        Field("components", "components", "struct", (0, 1), is_array=True, default=(), struct=_ComponentData, about="Conditions that entities must meet."),
        Field("strict", "strict", "bool", (0, 1), default=False, about="Whether entities with further parts do not match."),
    ),
    about="Lists client quotas of the entities that match.",
)

SCHEMA = MessageSchema(
    "DescribeClientQuotasRequest",
    "request",
    48,
    (0, 1),
    (1, 1),
    _DescribeClientQuotasRequest,
    listeners=("broker",),
)
