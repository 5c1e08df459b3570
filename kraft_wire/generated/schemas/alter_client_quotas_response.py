# Generated from AlterClientQuotasResponse.json by `python -m codegen generate`. Do not edit.
"""What AlterClientQuotasResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_EntityData = StructSchema(
    "EntityData",
    (0, 1),
    (
        Field("entity_type", "entityType", "string", (0, 1), default=""),
        Field("entity_name", "entityName", "string", (0, 1), nullable_versions=(0, 1), default=""),
    ),
)
_EntryData = StructSchema(
    "EntryData",
    (0, 1),
    (
        Field("error_code", "errorCode", "int16", (0, 1), default=0),
        Field("error_message", "errorMessage", "string", (0, 1), nullable_versions=(0, 1), default=""),
        Field("entity", "entity", "struct", (0, 1), is_array=True, default=(), struct=_EntityData),
    ),
)
_AlterClientQuotasResponse = StructSchema(
    "AlterClientQuotasResponse",
    (0, 1),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 1), default=0),
        Field("entries", "entries", "struct", (0, 1), is_array=True, default=(), struct=_EntryData),
    ),
)

SCHEMA = MessageSchema(
    "AlterClientQuotasResponse",
    "response",
    49,
    (0, 1),
    (1, 1),
    _AlterClientQuotasResponse,
)
