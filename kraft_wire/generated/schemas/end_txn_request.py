# Generated from EndTxnRequest.json by `python -m codegen generate`. Do not edit.
"""What EndTxnRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_EndTxnRequest = StructSchema(
    "EndTxnRequest",
    (0, 5),
    (
        Field("transactional_id", "transactionalId", "string", (0, 5), default="", entity_type="transactionalId", about="Transactional id of the producer."),
        Field("producer_id", "producerId", "int64", (0, 5), default=0, entity_type="producerId", about="Id of the producer; -1 for none."),
        Field("producer_epoch", "producerEpoch", "int16", (0, 5), default=0, about="Epoch of the producer; -1 for none."),
        Field("committed", "committed", "bool", (0, 5), default=False, about="True to commit, false to abort."),
    ),
    about="A producer commits or aborts its transaction.",
)

SCHEMA = MessageSchema(
    "EndTxnRequest",
    "request",
    26,
    (0, 5),
    (3, 5),
    _EndTxnRequest,
    listeners=("broker",),
)
