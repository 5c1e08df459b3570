# Generated from IncrementalAlterConfigsResponse.json by `python -m codegen generate`. Do not edit.
"""What IncrementalAlterConfigsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AlterConfigsResourceResponse = StructSchema(
    "AlterConfigsResourceResponse",
    (0, 1),
    (
        Field("error_code", "errorCode", "int16", (0, 1), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 1), nullable_versions=(0, 1), default="", about="Text of the error; null without one."),
        Field("resource_type", "resourceType", "int8", (0, 1), default=0, about="Type of the resource."),
        Field("resource_name", "resourceName", "string", (0, 1), default="", about="Name of the resource."),
    ),
    about="One result for each thing that was asked for.",
)
_IncrementalAlterConfigsResponse = StructSchema(
    "IncrementalAlterConfigsResponse",
    (0, 1),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 1), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("responses", "responses", "struct", (0, 1), is_array=True, default=(), struct=_AlterConfigsResourceResponse, about="One result for each thing that was asked for."),
    ),
    about="Answers IncrementalAlterConfigsRequest.",
)

SCHEMA = MessageSchema(
    "IncrementalAlterConfigsResponse",
    "response",
    44,
    (0, 1),
    (1, 1),
    _IncrementalAlterConfigsResponse,
)
