# Generated from InitProducerIdResponse.json by `python -m codegen generate`. Do not edit.
"""What InitProducerIdResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_InitProducerIdResponse = StructSchema(
    "InitProducerIdResponse",
    (0, 6),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 6), ignorable=True, default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 6), default=0, about="Error code; 0 for success."),
        Field("producer_id", "producerId", "int64", (0, 6), default=-1, entity_type="producerId", about="Id of the producer; -1 for none."),
        Field("producer_epoch", "producerEpoch", "int16", (0, 6), default=0, about="Epoch of the producer; -1 for none."),
        Field("ongoing_txn_producer_id", "ongoingTxnProducerId", "int64", (6, 6), default=-1, entity_type="producerId", about="Producer id of the prepared transaction; -1 for none."),
        Field("ongoing_txn_producer_epoch", "ongoingTxnProducerEpoch", "int16", (6, 6), default=-1, about="Producer epoch of the prepared transaction; -1 for none."),
    ),
    about="Answers InitProducerIdRequest.",
)

SCHEMA = MessageSchema(
    "InitProducerIdResponse",
    "response",
    22,
    (0, 6),
    (2, 6),
    _InitProducerIdResponse,
)
