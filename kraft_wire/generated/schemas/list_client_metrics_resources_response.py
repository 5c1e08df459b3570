# Generated from ListClientMetricsResourcesResponse.json by `python -m codegen generate`. Do not edit.
"""What ListClientMetricsResourcesResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ClientMetricsResource = StructSchema(
    "ClientMetricsResource",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default=""),
    ),
)
_ListClientMetricsResourcesResponse = StructSchema(
    "ListClientMetricsResourcesResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0),
        Field("error_code", "errorCode", "int16", (0, 0), default=0),
        Field("client_metrics_resources", "clientMetricsResources", "struct", (0, 0), is_array=True, default=(), struct=_ClientMetricsResource),
    ),
)

SCHEMA = MessageSchema(
    "ListClientMetricsResourcesResponse",
    "response",
    74,
    (0, 0),
    (0, 0),
    _ListClientMetricsResourcesResponse,
)
