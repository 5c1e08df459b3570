# Generated from InitProducerIdRequest.json by `python -m codegen generate`. Do not edit.
"""What InitProducerIdRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_InitProducerIdRequest = StructSchema(
    "InitProducerIdRequest",
    (0, 6),
    (
        Field("transactional_id", "transactionalId", "string", (0, 6), nullable_versions=(0, 6), default=""),
        Field("transaction_timeout_ms", "transactionTimeoutMs", "int32", (0, 6), default=0),
        Field("producer_id", "producerId", "int64", (3, 6), default=-1),
        Field("producer_epoch", "producerEpoch", "int16", (3, 6), default=-1),
        Field("enable2pc", "enable2Pc", "bool", (6, 6), default=False),
        Field("keep_prepared_txn", "keepPreparedTxn", "bool", (6, 6), default=False),
    ),
)

SCHEMA = MessageSchema(
    "InitProducerIdRequest",
    "request",
    22,
    (0, 6),
    (2, 6),
    _InitProducerIdRequest,
)
