# Generated from TransactionLogValue.json by `python -m codegen generate`. Do not edit.
"""What TransactionLogValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionsSchema = StructSchema(
    "PartitionsSchema",
    (0, 1),
    (
        Field("topic", "topic", "string", (0, 1), default=""),
        Field("partition_ids", "partitionIds", "int32", (0, 1), is_array=True, default=()),
    ),
)
_TransactionLogValue = StructSchema(
    "TransactionLogValue",
    (0, 1),
    (
        Field("producer_id", "producerId", "int64", (0, 1), default=0),
        Field("previous_producer_id", "previousProducerId", "int64", (1, 1), tagged_versions=(1, 1), tag=0, default=-1),
        Field("next_producer_id", "nextProducerId", "int64", (1, 1), tagged_versions=(1, 1), tag=1, default=-1),
        Field("producer_epoch", "producerEpoch", "int16", (0, 1), default=0),
        Field("next_producer_epoch", "nextProducerEpoch", "int16", (1, 1), tagged_versions=(1, 1), tag=3, default=-1),
        Field("transaction_timeout_ms", "transactionTimeoutMs", "int32", (0, 1), default=0),
        Field("transaction_status", "transactionStatus", "int8", (0, 1), default=0),
        Field("transaction_partitions", "transactionPartitions", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), default=(), struct=_PartitionsSchema),
        Field("transaction_last_update_timestamp_ms", "transactionLastUpdateTimestampMs", "int64", (0, 1), default=0),
        Field("transaction_start_timestamp_ms", "transactionStartTimestampMs", "int64", (0, 1), default=0),
        Field("client_transaction_version", "clientTransactionVersion", "int16", (1, 1), tagged_versions=(1, 1), tag=2, default=0),
    ),
)

SCHEMA = MessageSchema(
    "TransactionLogValue",
    "coordinator-value",
    0,
    (0, 1),
    (1, 1),
    _TransactionLogValue,
)
