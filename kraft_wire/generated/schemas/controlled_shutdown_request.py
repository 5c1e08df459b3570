# Generated from ControlledShutdownRequest.json by `python -m codegen generate`. Do not edit.
"""What ControlledShutdownRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ControlledShutdownRequest = StructSchema(
    "ControlledShutdownRequest",
    (0, 3),
    (
        Field("broker_id", "brokerId", "int32", (0, 3), default=0, entity_type="brokerId", about="Node id of the broker."),
        Field("broker_epoch", "brokerEpoch", "int64", (2, 3), ignorable=True, default=-1, about="Epoch that the controller gave the broker at its registration; -1 for none."),
    ),
    about="A broker of the ZooKeeper era asks to hand over its leaderships before it stops; gone in 4.0.",
)

SCHEMA = MessageSchema(
    "ControlledShutdownRequest",
    "request",
    7,
    (0, 3),
    (3, 3),
    _ControlledShutdownRequest,
    listeners=("zkBroker", "controller",),
)
