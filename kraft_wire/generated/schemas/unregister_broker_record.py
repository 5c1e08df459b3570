# Generated from UnregisterBrokerRecord.json by `python -m codegen generate`. Do not edit.
"""What UnregisterBrokerRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_UnregisterBrokerRecord = StructSchema(
    "UnregisterBrokerRecord",
    (0, 0),
    (
        Field("broker_id", "brokerId", "int32", (0, 0), default=0),
        Field("broker_epoch", "brokerEpoch", "int64", (0, 0), default=0),
    ),
)

SCHEMA = MessageSchema(
    "UnregisterBrokerRecord",
    "metadata",
    1,
    (0, 0),
    (0, 0),
    _UnregisterBrokerRecord,
)
