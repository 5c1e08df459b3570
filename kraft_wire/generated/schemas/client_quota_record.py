# Generated from ClientQuotaRecord.json by `python -m codegen generate`. Do not edit.
"""What ClientQuotaRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_EntityData = StructSchema(
    "EntityData",
    (0, 0),
    (
        Field("entity_type", "entityType", "string", (0, 0), default=""),
        Field("entity_name", "entityName", "string", (0, 0), nullable_versions=(0, 0), default=""),
    ),
)
_ClientQuotaRecord = StructSchema(
    "ClientQuotaRecord",
    (0, 0),
    (
        Field("entity", "entity", "struct", (0, 0), is_array=True, default=(), struct=_EntityData),
        Field("key", "key", "string", (0, 0), default=""),
        Field("value", "value", "float64", (0, 0), default=0.0),
        Field("remove", "remove", "bool", (0, 0), default=False),
    ),
)

SCHEMA = MessageSchema(
    "ClientQuotaRecord",
    "metadata",
    14,
    (0, 0),
    (0, 0),
    _ClientQuotaRecord,
)
