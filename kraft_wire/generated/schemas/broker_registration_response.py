# Generated from BrokerRegistrationResponse.json by `python -m codegen generate`. Do not edit.
"""What BrokerRegistrationResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_BrokerRegistrationResponse = StructSchema(
    "BrokerRegistrationResponse",
    (0, 4),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 4), default=0),
        Field("error_code", "errorCode", "int16", (0, 4), default=0),
        Field("broker_epoch", "brokerEpoch", "int64", (0, 4), default=-1),
    ),
)

SCHEMA = MessageSchema(
    "BrokerRegistrationResponse",
    "response",
    62,
    (0, 4),
    (0, 4),
    _BrokerRegistrationResponse,
)
