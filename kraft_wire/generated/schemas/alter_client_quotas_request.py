# Generated from AlterClientQuotasRequest.json by `python -m codegen generate`. Do not edit.
"""What AlterClientQuotasRequest looks like, as data."""

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
_OpData = StructSchema(
    "OpData",
    (0, 1),
    (
        Field("key", "key", "string", (0, 1), default="", about="Name of the quota, such as producer_byte_rate."),
        Field("value", "value", "float64", (0, 1), default=0.0, about="Value of the quota."),
        Field("remove", "remove", "bool", (0, 1), default=False, about="True to remove the quota, false to set it."),
    ),
    about="Quotas to set or remove.",
)
_EntryData = StructSchema(
    "EntryData",
    (0, 1),
    (
        Field("entity", "entity", "struct", (0, 1), is_array=True, default=(), struct=_EntityData, about="What a quota is for: one or two of user, client-id and ip."),
        Field("ops", "ops", "struct", (0, 1), is_array=True, default=(), struct=_OpData, about="Quotas to set or remove."),
    ),
    about="Quotas by entity.",
)
_AlterClientQuotasRequest = StructSchema(
    "AlterClientQuotasRequest",
    (0, 1),
    (
        Field("entries", "entries", "struct", (0, 1), is_array=True, default=(), struct=_EntryData, about="Quotas by entity."),
        Field("validate_only", "validateOnly", "bool", (0, 1), default=False, about="Whether to check only and change nothing."),
    ),
    about="Sets or removes client quotas.",
)

SCHEMA = MessageSchema(
    "AlterClientQuotasRequest",
    "request",
    49,
    (0, 1),
    (1, 1),
    _AlterClientQuotasRequest,
    listeners=("broker", "controller",),
)
