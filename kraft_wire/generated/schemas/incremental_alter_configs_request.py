# Generated from IncrementalAlterConfigsRequest.json by `python -m codegen generate`. Do not edit.
"""What IncrementalAlterConfigsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AlterableConfig = StructSchema(
    "AlterableConfig",
    (0, 1),
    (
        Field("name", "name", "string", (0, 1), default=""),
        Field("config_operation", "configOperation", "int8", (0, 1), default=0),
        Field("value", "value", "string", (0, 1), nullable_versions=(0, 1), default=""),
    ),
)
_AlterConfigsResource = StructSchema(
    "AlterConfigsResource",
    (0, 1),
    (
        Field("resource_type", "resourceType", "int8", (0, 1), default=0),
        Field("resource_name", "resourceName", "string", (0, 1), default=""),
        Field("configs", "configs", "struct", (0, 1), is_array=True, default=(), struct=_AlterableConfig),
    ),
)
_IncrementalAlterConfigsRequest = StructSchema(
    "IncrementalAlterConfigsRequest",
    (0, 1),
    (
        Field("resources", "resources", "struct", (0, 1), is_array=True, default=(), struct=_AlterConfigsResource),
        Field("validate_only", "validateOnly", "bool", (0, 1), default=False),
    ),
)

SCHEMA = MessageSchema(
    "IncrementalAlterConfigsRequest",
    "request",
    44,
    (0, 1),
    (1, 1),
    _IncrementalAlterConfigsRequest,
)
