# Generated from ConfigRecord.json by `python -m codegen generate`. Do not edit.
"""What ConfigRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ConfigRecord = StructSchema(
    "ConfigRecord",
    (0, 0),
    (
        Field("resource_type", "resourceType", "int8", (0, 0), default=0, about="2 topic, 4 broker, 16 client metrics, 32 group."),
        Field("resource_name", "resourceName", "string", (0, 0), default="", about="Name of the resource; empty for the default of all brokers."),
        Field("name", "name", "string", (0, 0), default="", about="Name of the config."),
        Field("value", "value", "string", (0, 0), nullable_versions=(0, 0), default="", about="Value of the config; null deletes it."),
    ),
    about="Sets or deletes one config of a resource.",
)

SCHEMA = MessageSchema(
    "ConfigRecord",
    "metadata",
    4,
    (0, 0),
    (0, 0),
    _ConfigRecord,
)
