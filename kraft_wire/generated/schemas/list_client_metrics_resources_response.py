# Generated from ListClientMetricsResourcesResponse.json by `python -m codegen generate`. Do not edit.
"""What ListClientMetricsResourcesResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ClientMetricsResource = StructSchema(
    "ClientMetricsResource",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default="", about="Name of the subscription."),
    ),
    about="Subscriptions to client metrics.",
)
_ListClientMetricsResourcesResponse = StructSchema(
    "ListClientMetricsResourcesResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 0), default=0, about="Error code; 0 for success."),
        Field("client_metrics_resources", "clientMetricsResources", "struct", (0, 0), is_array=True, default=(), struct=_ClientMetricsResource, about="Subscriptions to client metrics."),
    ),
    about="Answers ListClientMetricsResourcesRequest.",
)

SCHEMA = MessageSchema(
    "ListClientMetricsResourcesResponse",
    "response",
    74,
    (0, 0),
    (0, 0),
    _ListClientMetricsResourcesResponse,
)
