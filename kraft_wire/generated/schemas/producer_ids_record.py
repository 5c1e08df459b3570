# Generated from ProducerIdsRecord.json by `python -m codegen generate`. Do not edit.
"""What ProducerIdsRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ProducerIdsRecord = StructSchema(
    "ProducerIdsRecord",
    (0, 0),
    (
        Field("broker_id", "brokerId", "int32", (0, 0), default=0, entity_type="brokerId", about="Node id of the broker."),
        Field("broker_epoch", "brokerEpoch", "int64", (0, 0), default=-1, about="Epoch that the controller gave the broker at its registration; -1 for none."),
        Field("next_producer_id", "nextProducerId", "int64", (0, 0), default=0, about="First producer id that is still free."),
    ),
    about="Tells up to where producer ids were handed out.",
)

SCHEMA = MessageSchema(
    "ProducerIdsRecord",
    "metadata",
    15,
    (0, 0),
    (0, 0),
    _ProducerIdsRecord,
)
