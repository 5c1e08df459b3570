# Generated from BrokerRegistrationResponse.json by `python -m codegen generate`. Do not edit.
"""What BrokerRegistrationResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_BrokerRegistrationResponse = StructSchema(
    "BrokerRegistrationResponse",
    (0, 4),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 4), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 4), default=0, about="Error code; 0 for success."),
        Field("broker_epoch", "brokerEpoch", "int64", (0, 4), default=-1, about="Epoch that the controller gave the broker at its registration; -1 for none."),
    ),
    about="Gives the broker its epoch.",
)

SCHEMA = MessageSchema(
    "BrokerRegistrationResponse",
    "response",
    62,
    (0, 4),
    (0, 4),
    _BrokerRegistrationResponse,
)
