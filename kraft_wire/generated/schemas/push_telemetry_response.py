# Generated from PushTelemetryResponse.json by `python -m codegen generate`. Do not edit.
"""What PushTelemetryResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PushTelemetryResponse = StructSchema(
    "PushTelemetryResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0),
        Field("error_code", "errorCode", "int16", (0, 0), default=0),
    ),
)

SCHEMA = MessageSchema(
    "PushTelemetryResponse",
    "response",
    72,
    (0, 0),
    (0, 0),
    _PushTelemetryResponse,
)
