# Generated from IncrementalAlterConfigsRequest.json by `python -m codegen generate`. Do not edit.
"""What IncrementalAlterConfigsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AlterableConfig = StructSchema(
    "AlterableConfig",
    (0, 1),
    (
        Field("name", "name", "string", (0, 1), default="", map_key=True, about="Name of the config."),
        Field("config_operation", "configOperation", "int8", (0, 1), default=0, map_key=True, about="0 set, 1 delete, 2 append, 3 subtract."),
        Field("value", "value", "string", (0, 1), nullable_versions=(0, 1), default="", about="Value of the config; null for none."),
    ),
    about="Configs, each a name and a value.",
)
_AlterConfigsResource = StructSchema(
    "AlterConfigsResource",
    (0, 1),
    (
        Field("resource_type", "resourceType", "int8", (0, 1), default=0, map_key=True, about="Type of the resource: 2 topic, 4 broker, 8 broker logger, 16 client metrics, 32 group."),
        Field("resource_name", "resourceName", "string", (0, 1), default="", map_key=True, about="Name of the resource."),
        Field("configs", "configs", "struct", (0, 1), is_array=True, default=(), struct=_AlterableConfig, about="Configs, each a name and a value."),
    ),
    about="One entry for each resource.",
)
_IncrementalAlterConfigsRequest = StructSchema(
    "IncrementalAlterConfigsRequest",
    (0, 1),
    (
        Field("resources", "resources", "struct", (0, 1), is_array=True, default=(), struct=_AlterConfigsResource, about="One entry for each resource."),
        Field("validate_only", "validateOnly", "bool", (0, 1), default=False, about="Whether to check only and change nothing."),
    ),
    about="Sets, deletes, appends to or subtracts from configs of resources.",
)

SCHEMA = MessageSchema(
    "IncrementalAlterConfigsRequest",
    "request",
    44,
    (0, 1),
    (1, 1),
    _IncrementalAlterConfigsRequest,
    listeners=("broker", "controller",),
)
