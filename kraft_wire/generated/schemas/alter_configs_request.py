# Generated from AlterConfigsRequest.json by `python -m codegen generate`. Do not edit.
"""What AlterConfigsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AlterableConfig = StructSchema(
    "AlterableConfig",
    (0, 2),
    (
        Field("name", "name", "string", (0, 2), default=""),
        Field("value", "value", "string", (0, 2), nullable_versions=(0, 2), default=""),
    ),
)
_AlterConfigsResource = StructSchema(
    "AlterConfigsResource",
    (0, 2),
    (
        Field("resource_type", "resourceType", "int8", (0, 2), default=0),
        Field("resource_name", "resourceName", "string", (0, 2), default=""),
        Field("configs", "configs", "struct", (0, 2), is_array=True, default=(), struct=_AlterableConfig),
    ),
)
_AlterConfigsRequest = StructSchema(
    "AlterConfigsRequest",
    (0, 2),
    (
        Field("resources", "resources", "struct", (0, 2), is_array=True, default=(), struct=_AlterConfigsResource),
        Field("validate_only", "validateOnly", "bool", (0, 2), default=False),
    ),
)

SCHEMA = MessageSchema(
    "AlterConfigsRequest",
    "request",
    33,
    (0, 2),
    (2, 2),
    _AlterConfigsRequest,
)
