# Generated from EndTxnRequest.json by `python -m codegen generate`. Do not edit.
"""What EndTxnRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_EndTxnRequest = StructSchema(
    "EndTxnRequest",
    (0, 5),
    (
        Field("transactional_id", "transactionalId", "string", (0, 5), default=""),
        Field("producer_id", "producerId", "int64", (0, 5), default=0),
        Field("producer_epoch", "producerEpoch", "int16", (0, 5), default=0),
        Field("committed", "committed", "bool", (0, 5), default=False),
    ),
)

SCHEMA = MessageSchema(
    "EndTxnRequest",
    "request",
    26,
    (0, 5),
    (3, 5),
    _EndTxnRequest,
)
