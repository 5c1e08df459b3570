# Generated from PushTelemetryRequest.json by `python -m codegen generate`. Do not edit.
"""What PushTelemetryRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PushTelemetryRequest = StructSchema(
    "PushTelemetryRequest",
    (0, 0),
    (
        Field("client_instance_id", "clientInstanceId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("subscription_id", "subscriptionId", "int32", (0, 0), default=0),
        Field("terminating", "terminating", "bool", (0, 0), default=False),
        Field("compression_type", "compressionType", "int8", (0, 0), default=0),
        Field("metrics", "metrics", "bytes", (0, 0), default=b''),
    ),
)

SCHEMA = MessageSchema(
    "PushTelemetryRequest",
    "request",
    72,
    (0, 0),
    (0, 0),
    _PushTelemetryRequest,
)
