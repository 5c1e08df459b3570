# Generated from AllocateProducerIdsRequest.json by `python -m codegen generate`. Do not edit.
"""What AllocateProducerIdsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AllocateProducerIdsRequest = StructSchema(
    "AllocateProducerIdsRequest",
    (0, 0),
    (
        Field("broker_id", "brokerId", "int32", (0, 0), default=0, entity_type="brokerId", about="Node id of the broker."),
        Field("broker_epoch", "brokerEpoch", "int64", (0, 0), default=-1, about="Epoch that the controller gave the broker at its registration; -1 for none."),
    ),
    about="A broker asks the controller for a block of producer ids.",
)

SCHEMA = MessageSchema(
    "AllocateProducerIdsRequest",
    "request",
    67,
    (0, 0),
    (0, 0),
    _AllocateProducerIdsRequest,
    listeners=("controller",),
)
