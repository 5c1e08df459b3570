# Generated from DescribeClientQuotasRequest.json by `python -m codegen generate`. Do not edit.
"""What DescribeClientQuotasRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ComponentData = StructSchema(
    "ComponentData",
    (0, 1),
    (
        Field("entity_type", "entityType", "string", (0, 1), default=""),
        Field("match_type", "matchType", "int8", (0, 1), default=0),
        Field("match", "match", "string", (0, 1), nullable_versions=(0, 1), default=""),
    ),
)
_DescribeClientQuotasRequest = StructSchema(
    "DescribeClientQuotasRequest",
    (0, 1),
    (
        Field("components", "components", "struct", (0, 1), is_array=True, default=(), struct=_ComponentData),
        Field("strict", "strict", "bool", (0, 1), default=False),
    ),
)

SCHEMA = MessageSchema(
    "DescribeClientQuotasRequest",
    "request",
    48,
    (0, 1),
    (1, 1),
    _DescribeClientQuotasRequest,
)
