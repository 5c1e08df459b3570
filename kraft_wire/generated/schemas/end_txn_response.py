# Generated from EndTxnResponse.json by `python -m codegen generate`. Do not edit.
"""What EndTxnResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_EndTxnResponse = StructSchema(
    "EndTxnResponse",
    (0, 5),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 5), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 5), default=0, about="Error code; 0 for success."),
        Field("producer_id", "producerId", "int64", (5, 5), ignorable=True, default=-1, entity_type="producerId", about="Id of the producer; -1 for none."),
        Field("producer_epoch", "producerEpoch", "int16", (5, 5), ignorable=True, default=-1, about="Epoch of the producer; -1 for none."),
    ),
    about="Answers EndTxnRequest.",
)

SCHEMA = MessageSchema(
    "EndTxnResponse",
    "response",
    26,
    (0, 5),
    (3, 5),
    _EndTxnResponse,
)
