# Generated from ConfigRecord.json by `python -m codegen generate`. Do not edit.
"""What ConfigRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ConfigRecord = StructSchema(
    "ConfigRecord",
    (0, 0),
    (
        Field("resource_type", "resourceType", "int8", (0, 0), default=0),
        Field("resource_name", "resourceName", "string", (0, 0), default=""),
        Field("name", "name", "string", (0, 0), default=""),
        Field("value", "value", "string", (0, 0), nullable_versions=(0, 0), default=""),
    ),
)

SCHEMA = MessageSchema(
    "ConfigRecord",
    "metadata",
    4,
    (0, 0),
    (0, 0),
    _ConfigRecord,
)
