# Generated from DescribeClientQuotasResponse.json by `python -m codegen generate`. Do not edit.
"""What DescribeClientQuotasResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_EntityData = StructSchema(
    "EntityData",
    (0, 1),
    (
        Field("entity_type", "entityType", "string", (0, 1), default="", about="user, client-id or ip."),
        Field("entity_name", "entityName", "string", (0, 1), nullable_versions=(0, 1), default="", about="Name of the entity; null for its default."),
    ),
    about="What a quota is for: one or two of user, client-id and ip.",
)
_ValueData = StructSchema(
    "ValueData",
    (0, 1),
    (
        Field("key", "key", "string", (0, 1), default="", about="Name of the quota, such as producer_byte_rate."),
        Field("value", "value", "float64", (0, 1), default=0.0, about="Value of the quota."),
    ),
    about="Quotas.",
)
_EntryData = StructSchema(
    "EntryData",
    (0, 1),
    (
        Field("entity", "entity", "struct", (0, 1), is_array=True, default=(), struct=_EntityData, about="What a quota is for: one or two of user, client-id and ip."),
        Field("values", "values", "struct", (0, 1), is_array=True, default=(), struct=_ValueData, about="Quotas."),
    ),
    about="Quotas by entity.",
)
_DescribeClientQuotasResponse = StructSchema(
    "DescribeClientQuotasResponse",
    (0, 1),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 1), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 1), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 1), nullable_versions=(0, 1), default="", about="Text of the error; null without one."),
        Field("entries", "entries", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), default=(), struct=_EntryData, about="Quotas by entity."),
    ),
    about="Answers DescribeClientQuotasRequest.",
)

SCHEMA = MessageSchema(
    "DescribeClientQuotasResponse",
    "response",
    48,
    (0, 1),
    (1, 1),
    _DescribeClientQuotasResponse,
)
