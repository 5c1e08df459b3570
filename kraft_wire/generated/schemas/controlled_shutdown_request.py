# Generated from ControlledShutdownRequest.json by `python -m codegen generate`. Do not edit.
"""What ControlledShutdownRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ControlledShutdownRequest = StructSchema(
    "ControlledShutdownRequest",
    (0, 3),
    (
        Field("broker_id", "brokerId", "int32", (0, 3), default=0),
        Field("broker_epoch", "brokerEpoch", "int64", (2, 3), ignorable=True, default=-1),
    ),
)

SCHEMA = MessageSchema(
    "ControlledShutdownRequest",
    "request",
    7,
    (0, 3),
    (3, 3),
    _ControlledShutdownRequest,
)
