# Generated from TransactionLogValue.json by `python -m codegen generate`. Do not edit.
"""What TransactionLogValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionsSchema = StructSchema(
    "PartitionsSchema",
    (0, 1),
    (
        Field("topic", "topic", "string", (0, 1), default="", about="Name of the topic."),
        Field("partition_ids", "partitionIds", "int32", (0, 1), is_array=True, default=(), about="Numbers of partitions."),
    ),
    about="Partitions of the transaction; null for none.",
)
_TransactionLogValue = StructSchema(
    "TransactionLogValue",
    (0, 1),
    (
        Field("producer_id", "producerId", "int64", (0, 1), default=0, about="Id of the producer; -1 for none."),
        Field("previous_producer_id", "previousProducerId", "int64", (1, 1), tagged_versions=(1, 1), tag=0, default=-1, about="Producer id of the transaction before; -1 for none."),
        Field("next_producer_id", "nextProducerId", "int64", (1, 1), tagged_versions=(1, 1), tag=1, default=-1, about="First producer id that is still free."),
        Field("producer_epoch", "producerEpoch", "int16", (0, 1), default=0, about="Epoch of the producer; -1 for none."),
        Field("next_producer_epoch", "nextProducerEpoch", "int16", (1, 1), tagged_versions=(1, 1), tag=3, default=-1, about="Producer epoch after the transaction; -1 for none."),
        Field("transaction_timeout_ms", "transactionTimeoutMs", "int32", (0, 1), default=0, about="Milliseconds after which the coordinator aborts the transaction."),
        Field("transaction_status", "transactionStatus", "int8", (0, 1), default=0, about="State of the transaction, as a number."),
        Field("transaction_partitions", "transactionPartitions", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), default=(), struct=_PartitionsSchema, about="Partitions of the transaction; null for none."),
        Field("transaction_last_update_timestamp_ms", "transactionLastUpdateTimestampMs", "int64", (0, 1), default=0, about="When the state last changed, in milliseconds since 1970."),
        Field("transaction_start_timestamp_ms", "transactionStartTimestampMs", "int64", (0, 1), default=0, about="When the transaction began, in milliseconds since 1970."),
        Field("client_transaction_version", "clientTransactionVersion", "int16", (1, 1), tagged_versions=(1, 1), tag=2, default=0, about="transaction.version that the client spoke."),
    ),
    about="What a transaction coordinator knows of a transactional id.",
)

SCHEMA = MessageSchema(
    "TransactionLogValue",
    "coordinator-value",
    0,
    (0, 1),
    (1, 1),
    _TransactionLogValue,
)
