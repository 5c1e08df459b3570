# Generated from AlterConfigsResponse.json by `python -m codegen generate`. Do not edit.
"""What AlterConfigsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AlterConfigsResourceResponse = StructSchema(
    "AlterConfigsResourceResponse",
    (0, 2),
    (
        Field("error_code", "errorCode", "int16", (0, 2), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 2), nullable_versions=(0, 2), default="", about="Text of the error; null without one."),
        Field("resource_type", "resourceType", "int8", (0, 2), default=0, about="Type of the resource."),
        Field("resource_name", "resourceName", "string", (0, 2), default="", about="Name of the resource."),
    ),
    about="One result for each thing that was asked for.",
)
_AlterConfigsResponse = StructSchema(
    "AlterConfigsResponse",
    (0, 2),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 2), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("responses", "responses", "struct", (0, 2), is_array=True, default=(), struct=_AlterConfigsResourceResponse, about="One result for each thing that was asked for."),
    ),
    about="Answers AlterConfigsRequest.",
)

SCHEMA = MessageSchema(
    "AlterConfigsResponse",
    "response",
    33,
    (0, 2),
    (2, 2),
    _AlterConfigsResponse,
)
