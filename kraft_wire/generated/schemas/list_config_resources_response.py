# Generated from ListConfigResourcesResponse.json by `python -m codegen generate`. Do not edit.
"""What ListConfigResourcesResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ConfigResource = StructSchema(
    "ConfigResource",
    (0, 1),
    (
        Field("resource_name", "resourceName", "string", (0, 1), default="", about="Name of the resource."),
        Field("resource_type", "resourceType", "int8", (1, 1), ignorable=True, default=16, about="Type of the resource."),
    ),
    about="Resources that have configs.",
)
_ListConfigResourcesResponse = StructSchema(
    "ListConfigResourcesResponse",
    (0, 1),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 1), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 1), default=0, about="Error code; 0 for success."),
        Field("config_resources", "configResources", "struct", (0, 1), is_array=True, default=(), struct=_ConfigResource, about="Resources that have configs."),
    ),
    about="Answers ListConfigResourcesRequest.",
)

SCHEMA = MessageSchema(
    "ListConfigResourcesResponse",
    "response",
    74,
    (0, 1),
    (0, 1),
    _ListConfigResourcesResponse,
)
