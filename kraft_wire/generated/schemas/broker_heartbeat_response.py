# Generated from BrokerHeartbeatResponse.json by `python -m codegen generate`. Do not edit.
"""What BrokerHeartbeatResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_BrokerHeartbeatResponse = StructSchema(
    "BrokerHeartbeatResponse",
    (0, 2),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 2), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 2), default=0, about="Error code; 0 for success."),
        Field("is_caught_up", "isCaughtUp", "bool", (0, 2), default=False, about="Whether the broker has applied nearly all of the metadata log."),
        Field("is_fenced", "isFenced", "bool", (0, 2), default=True, about="True for a fenced broker."),
        Field("should_shut_down", "shouldShutDown", "bool", (0, 2), default=False, about="Whether the broker may stop now."),
    ),
    about="Tells the broker in which state the controller holds it.",
)

SCHEMA = MessageSchema(
    "BrokerHeartbeatResponse",
    "response",
    63,
    (0, 2),
    (0, 2),
    _BrokerHeartbeatResponse,
)
