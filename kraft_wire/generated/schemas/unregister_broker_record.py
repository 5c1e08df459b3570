# Generated from UnregisterBrokerRecord.json by `python -m codegen generate`. Do not edit.
"""What UnregisterBrokerRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_UnregisterBrokerRecord = StructSchema(
    "UnregisterBrokerRecord",
    (0, 0),
    (
        Field("broker_id", "brokerId", "int32", (0, 0), default=0, entity_type="brokerId", about="Node id of the broker."),
        Field("broker_epoch", "brokerEpoch", "int64", (0, 0), default=0, about="Epoch that the controller gave the broker at its registration; -1 for none."),
    ),
    about="Removes a broker's registration.",
)

SCHEMA = MessageSchema(
    "UnregisterBrokerRecord",
    "metadata",
    1,
    (0, 0),
    (0, 0),
    _UnregisterBrokerRecord,
)
