# Generated from InitProducerIdRequest.json by `python -m codegen generate`. Do not edit.
"""What InitProducerIdRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_InitProducerIdRequest = StructSchema(
    "InitProducerIdRequest",
    (0, 6),
    (
        Field("transactional_id", "transactionalId", "string", (0, 6), nullable_versions=(0, 6), default="", entity_type="transactionalId", about="Transactional id of the producer."),
        Field("transaction_timeout_ms", "transactionTimeoutMs", "int32", (0, 6), default=0, about="Milliseconds after which the coordinator aborts the transaction."),
        Field("producer_id", "producerId", "int64", (3, 6), default=-1, entity_type="producerId", about="Id of the producer; -1 for none."),
        Field("producer_epoch", "producerEpoch", "int16", (3, 6), default=-1, about="Epoch of the producer; -1 for none."),
        Field("enable2pc", "enable2Pc", "bool", (6, 6), default=False, about="Whether the producer takes part in two-phase commit (KIP-939)."),
        Field("keep_prepared_txn", "keepPreparedTxn", "bool", (6, 6), default=False, about="Whether a prepared transaction survives."),
    ),
    about="A producer asks for its id and epoch; with a transactional id, older instances are fenced.",
)

SCHEMA = MessageSchema(
    "InitProducerIdRequest",
    "request",
    22,
    (0, 6),
    (2, 6),
    _InitProducerIdRequest,
    latest_version_unstable=True,
    listeners=("broker",),
)
