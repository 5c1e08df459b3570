# Generated from AddPartitionsToTxnResponse.json by `python -m codegen generate`. Do not edit.
"""What AddPartitionsToTxnResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AddPartitionsToTxnPartitionResult = StructSchema(
    "AddPartitionsToTxnPartitionResult",
    (0, 5),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 5), default=0, map_key=True, about="Number of the partition."),
        Field("partition_error_code", "partitionErrorCode", "int16", (0, 5), default=0, about="Error code of this partition; 0 for success."),
    ),
    about="Results by partition.",
)
_AddPartitionsToTxnTopicResult = StructSchema(
    "AddPartitionsToTxnTopicResult",
    (0, 5),
    (
        Field("name", "name", "string", (0, 5), default="", map_key=True, entity_type="topicName", about="Name of the topic."),
        Field("results_by_partition", "resultsByPartition", "struct", (0, 5), is_array=True, default=(), struct=_AddPartitionsToTxnPartitionResult, about="Results by partition."),
    ),
)
_AddPartitionsToTxnResult = StructSchema(
    "AddPartitionsToTxnResult",
    (4, 5),
    (
        Field("transactional_id", "transactionalId", "string", (4, 5), default="", map_key=True, entity_type="transactionalId", about="Transactional id of the producer."),
        Field("topic_results", "topicResults", "struct", (4, 5), is_array=True, default=(), struct=_AddPartitionsToTxnTopicResult, about="Results by topic."),
    ),
    about="Results by transaction.",
)
_AddPartitionsToTxnResponse = StructSchema(
    "AddPartitionsToTxnResponse",
    (0, 5),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 5), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (4, 5), ignorable=True, default=0, about="Error code; 0 for success."),
        Field("results_by_transaction", "resultsByTransaction", "struct", (4, 5), is_array=True, default=(), struct=_AddPartitionsToTxnResult, about="Results by transaction."),
        Field("results_by_topic_v3_and_below", "resultsByTopicV3AndBelow", "struct", (0, 3), is_array=True, default=(), struct=_AddPartitionsToTxnTopicResult, about="Results by topic."),
    ),
    about="Tells for each partition whether it is part of the transaction now.",
)

SCHEMA = MessageSchema(
    "AddPartitionsToTxnResponse",
    "response",
    24,
    (0, 5),
    (3, 5),
    _AddPartitionsToTxnResponse,
)
