# Generated from UnfenceBrokerRecord.json by `python -m codegen generate`. Do not edit.
"""What UnfenceBrokerRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_UnfenceBrokerRecord = StructSchema(
    "UnfenceBrokerRecord",
    (0, 0),
    (
        Field("id", "id", "int32", (0, 0), default=0),
        Field("epoch", "epoch", "int64", (0, 0), default=0),
    ),
)

SCHEMA = MessageSchema(
    "UnfenceBrokerRecord",
    "metadata",
    8,
    (0, 0),
    (0, 0),
    _UnfenceBrokerRecord,
)
