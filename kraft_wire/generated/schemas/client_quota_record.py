# Generated from ClientQuotaRecord.json by `python -m codegen generate`. Do not edit.
"""What ClientQuotaRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_EntityData = StructSchema(
    "EntityData",
    (0, 0),
    (
        Field("entity_type", "entityType", "string", (0, 0), default="", about="user, client-id or ip."),
        Field("entity_name", "entityName", "string", (0, 0), nullable_versions=(0, 0), default="", about="Name of the entity; null for its default."),
    ),
    about="What a quota is for: one or two of user, client-id and ip.",
)
_ClientQuotaRecord = StructSchema(
    "ClientQuotaRecord",
    (0, 0),
    (
        Field("entity", "entity", "struct", (0, 0), is_array=True, default=(), struct=_EntityData, about="What a quota is for: one or two of user, client-id and ip."),
        Field("key", "key", "string", (0, 0), default="", about="Name of the quota, such as producer_byte_rate."),
        Field("value", "value", "float64", (0, 0), default=0.0, about="Value of the quota."),
        Field("remove", "remove", "bool", (0, 0), default=False, about="True to remove the quota, false to set it."),
    ),
    about="Sets or removes one client quota.",
)

SCHEMA = MessageSchema(
    "ClientQuotaRecord",
    "metadata",
    14,
    (0, 0),
    (0, 0),
    _ClientQuotaRecord,
)
