# Generated from InitProducerIdResponse.json by `python -m codegen generate`. Do not edit.
"""What InitProducerIdResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_InitProducerIdResponse = StructSchema(
    "InitProducerIdResponse",
    (0, 6),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 6), ignorable=True, default=0),
        Field("error_code", "errorCode", "int16", (0, 6), default=0),
        Field("producer_id", "producerId", "int64", (0, 6), default=-1),
        Field("producer_epoch", "producerEpoch", "int16", (0, 6), default=0),
        Field("ongoing_txn_producer_id", "ongoingTxnProducerId", "int64", (6, 6), default=-1),
        Field("ongoing_txn_producer_epoch", "ongoingTxnProducerEpoch", "int16", (6, 6), default=-1),
    ),
)

SCHEMA = MessageSchema(
    "InitProducerIdResponse",
    "response",
    22,
    (0, 6),
    (2, 6),
    _InitProducerIdResponse,
)
