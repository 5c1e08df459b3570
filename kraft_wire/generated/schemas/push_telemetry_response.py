# Generated from PushTelemetryResponse.json by `python -m codegen generate`. Do not edit.
"""What PushTelemetryResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PushTelemetryResponse = StructSchema(
    "PushTelemetryResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 0), default=0, about="Error code; 0 for success."),
    ),
    about="Answers PushTelemetryRequest.",
)

SCHEMA = MessageSchema(
    "PushTelemetryResponse",
    "response",
    72,
    (0, 0),
    (0, 0),
    _PushTelemetryResponse,
)
