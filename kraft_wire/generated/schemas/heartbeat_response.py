# Generated from HeartbeatResponse.json by `python -m codegen generate`. Do not edit.
"""What HeartbeatResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_HeartbeatResponse = StructSchema(
    "HeartbeatResponse",
    (0, 4),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (1, 4), ignorable=True, default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 4), default=0, about="Error code; 0 for success."),
    ),
    about="Answers HeartbeatRequest.",
)

SCHEMA = MessageSchema(
    "HeartbeatResponse",
    "response",
    12,
    (0, 4),
    (4, 4),
    _HeartbeatResponse,
)
