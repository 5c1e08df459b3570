# Generated from AlterClientQuotasRequest.json by `python -m codegen generate`. Do not edit.
"""What AlterClientQuotasRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_EntityData = StructSchema(
    "EntityData",
    (0, 1),
    (
        Field("entity_type", "entityType", "string", (0, 1), default=""),
        Field("entity_name", "entityName", "string", (0, 1), nullable_versions=(0, 1), default=""),
    ),
)
_OpData = StructSchema(
    "OpData",
    (0, 1),
    (
        Field("key", "key", "string", (0, 1), default=""),
        Field("value", "value", "float64", (0, 1), default=0.0),
        Field("remove", "remove", "bool", (0, 1), default=False),
    ),
)
_EntryData = StructSchema(
    "EntryData",
    (0, 1),
    (
        Field("entity", "entity", "struct", (0, 1), is_array=True, default=(), struct=_EntityData),
        Field("ops", "ops", "struct", (0, 1), is_array=True, default=(), struct=_OpData),
    ),
)
_AlterClientQuotasRequest = StructSchema(
    "AlterClientQuotasRequest",
    (0, 1),
    (
        Field("entries", "entries", "struct", (0, 1), is_array=True, default=(), struct=_EntryData),
        Field("validate_only", "validateOnly", "bool", (0, 1), default=False),
    ),
)

SCHEMA = MessageSchema(
    "AlterClientQuotasRequest",
    "request",
    49,
    (0, 1),
    (1, 1),
    _AlterClientQuotasRequest,
)
