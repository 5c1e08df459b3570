# Generated from EndTxnResponse.json by `python -m codegen generate`. Do not edit.
"""What EndTxnResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_EndTxnResponse = StructSchema(
    "EndTxnResponse",
    (0, 5),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 5), default=0),
        Field("error_code", "errorCode", "int16", (0, 5), default=0),
        Field("producer_id", "producerId", "int64", (5, 5), ignorable=True, default=-1),
        Field("producer_epoch", "producerEpoch", "int16", (5, 5), ignorable=True, default=-1),
    ),
)

SCHEMA = MessageSchema(
    "EndTxnResponse",
    "response",
    26,
    (0, 5),
    (3, 5),
    _EndTxnResponse,
)
