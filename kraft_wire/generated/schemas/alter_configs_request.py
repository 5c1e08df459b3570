# Generated from AlterConfigsRequest.json by `python -m codegen generate`. Do not edit.
"""What AlterConfigsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AlterableConfig = StructSchema(
    "AlterableConfig",
    (0, 2),
    (
        Field("name", "name", "string", (0, 2), default="", map_key=True, about="Name of the config."),
        Field("value", "value", "string", (0, 2), nullable_versions=(0, 2), default="", about="Value of the config; null for none."),
    ),
    about="Configs, each a name and a value.",
)
_AlterConfigsResource = StructSchema(
    "AlterConfigsResource",
    (0, 2),
    (
        Field("resource_type", "resourceType", "int8", (0, 2), default=0, map_key=True, about="Type of the resource: 2 topic, 4 broker, 8 broker logger, 16 client metrics, 32 group."),
        Field("resource_name", "resourceName", "string", (0, 2), default="", map_key=True, about="Name of the resource."),
        Field("configs", "configs", "struct", (0, 2), is_array=True, default=(), struct=_AlterableConfig, about="Configs, each a name and a value."),
    ),
    about="One entry for each resource.",
)
_AlterConfigsRequest = StructSchema(
    "AlterConfigsRequest",
    (0, 2),
    (
        Field("resources", "resources", "struct", (0, 2), is_array=True, default=(), struct=_AlterConfigsResource, about="One entry for each resource."),
        Field("validate_only", "validateOnly", "bool", (0, 2), default=False, about="Whether to check only and change nothing."),
    ),
    about="Replaces all configs of a resource; superseded by IncrementalAlterConfigs.",
)

SCHEMA = MessageSchema(
    "AlterConfigsRequest",
    "request",
    33,
    (0, 2),
    (2, 2),
    _AlterConfigsRequest,
    listeners=("broker", "controller",),
)
