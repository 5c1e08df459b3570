# Generated from AllocateProducerIdsRequest.json by `python -m codegen generate`. Do not edit.
"""What AllocateProducerIdsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AllocateProducerIdsRequest = StructSchema(
    "AllocateProducerIdsRequest",
    (0, 0),
    (
        Field("broker_id", "brokerId", "int32", (0, 0), default=0),
        Field("broker_epoch", "brokerEpoch", "int64", (0, 0), default=-1),
    ),
)

SCHEMA = MessageSchema(
    "AllocateProducerIdsRequest",
    "request",
    67,
    (0, 0),
    (0, 0),
    _AllocateProducerIdsRequest,
)
