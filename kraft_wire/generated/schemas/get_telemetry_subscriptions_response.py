# Generated from GetTelemetrySubscriptionsResponse.json by `python -m codegen generate`. Do not edit.
"""What GetTelemetrySubscriptionsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_GetTelemetrySubscriptionsResponse = StructSchema(
    "GetTelemetrySubscriptionsResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0),
        Field("error_code", "errorCode", "int16", (0, 0), default=0),
        Field("client_instance_id", "clientInstanceId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("subscription_id", "subscriptionId", "int32", (0, 0), default=0),
        Field("accepted_compression_types", "acceptedCompressionTypes", "int8", (0, 0), is_array=True, default=()),
        Field("push_interval_ms", "pushIntervalMs", "int32", (0, 0), default=0),
        Field("telemetry_max_bytes", "telemetryMaxBytes", "int32", (0, 0), default=0),
        Field("delta_temporality", "deltaTemporality", "bool", (0, 0), default=False),
        Field("requested_metrics", "requestedMetrics", "string", (0, 0), is_array=True, default=()),
    ),
)

SCHEMA = MessageSchema(
    "GetTelemetrySubscriptionsResponse",
    "response",
    71,
    (0, 0),
    (0, 0),
    _GetTelemetrySubscriptionsResponse,
)
