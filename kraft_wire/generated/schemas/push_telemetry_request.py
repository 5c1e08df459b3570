# Generated from PushTelemetryRequest.json by `python -m codegen generate`. Do not edit.
"""What PushTelemetryRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PushTelemetryRequest = StructSchema(
    "PushTelemetryRequest",
    (0, 0),
    (
        Field("client_instance_id", "clientInstanceId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the client's process, which the broker gives at the first request."),
        Field("subscription_id", "subscriptionId", "int32", (0, 0), default=0, about="Id of the set of metrics that the client was told."),
        Field("terminating", "terminating", "bool", (0, 0), default=False, about="Whether it is the client's last push."),
        Field("compression_type", "compressionType", "int8", (0, 0), default=0, about="Codec of the metrics."),
        Field("metrics", "metrics", "bytes", (0, 0), default=b'', about="Metrics in OTLP form."),
    ),
    about="A client pushes its metrics (KIP-714).",
)

SCHEMA = MessageSchema(
    "PushTelemetryRequest",
    "request",
    72,
    (0, 0),
    (0, 0),
    _PushTelemetryRequest,
    listeners=("broker",),
)
