# Generated from GetTelemetrySubscriptionsResponse.json by `python -m codegen generate`. Do not edit.
"""What GetTelemetrySubscriptionsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_GetTelemetrySubscriptionsResponse = StructSchema(
    "GetTelemetrySubscriptionsResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 0), default=0, about="Error code; 0 for success."),
        Field("client_instance_id", "clientInstanceId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the client's process, which the broker gives at the first request."),
        Field("subscription_id", "subscriptionId", "int32", (0, 0), default=0, about="Id of the set of metrics that the client was told."),
        Field("accepted_compression_types", "acceptedCompressionTypes", "int8", (0, 0), is_array=True, default=(), about="Compression codecs that the broker takes for pushed metrics, best first."),
        Field("push_interval_ms", "pushIntervalMs", "int32", (0, 0), default=0, about="Milliseconds between pushes."),
        Field("telemetry_max_bytes", "telemetryMaxBytes", "int32", (0, 0), default=0, about="Bytes that one push may have."),
        Field("delta_temporality", "deltaTemporality", "bool", (0, 0), default=False, about="Whether metrics are told as differences to the push before."),
        Field("requested_metrics", "requestedMetrics", "string", (0, 0), is_array=True, default=(), about="Prefixes of the metrics that are wanted; one empty text for all."),
    ),
    about="Answers GetTelemetrySubscriptionsRequest.",
)

SCHEMA = MessageSchema(
    "GetTelemetrySubscriptionsResponse",
    "response",
    71,
    (0, 0),
    (0, 0),
    _GetTelemetrySubscriptionsResponse,
)
