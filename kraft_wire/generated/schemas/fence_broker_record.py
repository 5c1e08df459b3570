# Generated from FenceBrokerRecord.json by `python -m codegen generate`. Do not edit.
"""What FenceBrokerRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_FenceBrokerRecord = StructSchema(
    "FenceBrokerRecord",
    (0, 0),
    (
        Field("id", "id", "int32", (0, 0), default=0, entity_type="brokerId", about="Node id of the broker."),
        Field("epoch", "epoch", "int64", (0, 0), default=0, about="Broker epoch of the registration that is meant."),
    ),
    about="Fences a broker; superseded by BrokerRegistrationChangeRecord.",
)

SCHEMA = MessageSchema(
    "FenceBrokerRecord",
    "metadata",
    7,
    (0, 0),
    (0, 0),
    _FenceBrokerRecord,
)
