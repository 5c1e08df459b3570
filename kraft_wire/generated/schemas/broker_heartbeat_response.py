# Generated from BrokerHeartbeatResponse.json by `python -m codegen generate`. Do not edit.
"""What BrokerHeartbeatResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_BrokerHeartbeatResponse = StructSchema(
    "BrokerHeartbeatResponse",
    (0, 2),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 2), default=0),
        Field("error_code", "errorCode", "int16", (0, 2), default=0),
        Field("is_caught_up", "isCaughtUp", "bool", (0, 2), default=False),
        Field("is_fenced", "isFenced", "bool", (0, 2), default=True),
        Field("should_shut_down", "shouldShutDown", "bool", (0, 2), default=False),
    ),
)

SCHEMA = MessageSchema(
    "BrokerHeartbeatResponse",
    "response",
    63,
    (0, 2),
    (0, 2),
    _BrokerHeartbeatResponse,
)
