# Generated from ListClientMetricsResourcesResponse.json by `python -m codegen generate`. Do not edit.
"""What ListClientMetricsResourcesResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_CLIENT_METRICS_RESOURCE = StructSchema(
    "ClientMetricsResource",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default=""),
    ),
)
_LIST_CLIENT_METRICS_RESOURCES_RESPONSE = StructSchema(
    "ListClientMetricsResourcesResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0),
        Field("error_code", "errorCode", "int16", (0, 0), default=0),
        Field("client_metrics_resources", "clientMetricsResources", "struct", (0, 0), is_array=True, default=(), struct=_CLIENT_METRICS_RESOURCE),
    ),
)

SCHEMA = MessageSchema(
    "ListClientMetricsResourcesResponse",
    "response",
    74,
    (0, 0),
    (0, 0),
    _LIST_CLIENT_METRICS_RESOURCES_RESPONSE,
)
