# Generated from UnfenceBrokerRecord.json by `python -m codegen generate`. Do not edit.
"""What UnfenceBrokerRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_UnfenceBrokerRecord = StructSchema(
    "UnfenceBrokerRecord",
    (0, 0),
    (
        Field("id", "id", "int32", (0, 0), default=0, entity_type="brokerId", about="Node id of the broker."),
        Field("epoch", "epoch", "int64", (0, 0), default=0, about="Broker epoch of the registration that is meant."),
    ),
    about="Unfences a broker; superseded by BrokerRegistrationChangeRecord.",
)

SCHEMA = MessageSchema(
    "UnfenceBrokerRecord",
    "metadata",
    8,
    (0, 0),
    (0, 0),
    _UnfenceBrokerRecord,
)
