# Generated from EndTxnMarker.json by `python -m codegen generate`. Do not edit.
"""What EndTxnMarker looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_EndTxnMarker = StructSchema(
    "EndTxnMarker",
    (0, 0),
    (
        Field("coordinator_epoch", "coordinatorEpoch", "int32", (0, 0), default=0, about="Epoch of the transaction coordinator."),
    ),
    about="The value of a commit or abort marker in a partition's log.",
)

SCHEMA = MessageSchema(
    "EndTxnMarker",
    "data",
    None,
    (0, 0),
    (0, -1),
    _EndTxnMarker,
)
