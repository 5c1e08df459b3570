# Generated from IncrementalAlterConfigsResponse.json by `python -m codegen generate`. Do not edit.
"""What IncrementalAlterConfigsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AlterConfigsResourceResponse = StructSchema(
    "AlterConfigsResourceResponse",
    (0, 1),
    (
        Field("error_code", "errorCode", "int16", (0, 1), default=0),
        Field("error_message", "errorMessage", "string", (0, 1), nullable_versions=(0, 1), default=""),
        Field("resource_type", "resourceType", "int8", (0, 1), default=0),
        Field("resource_name", "resourceName", "string", (0, 1), default=""),
    ),
)
_IncrementalAlterConfigsResponse = StructSchema(
    "IncrementalAlterConfigsResponse",
    (0, 1),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 1), default=0),
        Field("responses", "responses", "struct", (0, 1), is_array=True, default=(), struct=_AlterConfigsResourceResponse),
    ),
)

SCHEMA = MessageSchema(
    "IncrementalAlterConfigsResponse",
    "response",
    44,
    (0, 1),
    (1, 1),
    _IncrementalAlterConfigsResponse,
)
