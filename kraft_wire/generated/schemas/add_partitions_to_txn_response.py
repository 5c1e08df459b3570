# Generated from AddPartitionsToTxnResponse.json by `python -m codegen generate`. Do not edit.
"""What AddPartitionsToTxnResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AddPartitionsToTxnPartitionResult = StructSchema(
    "AddPartitionsToTxnPartitionResult",
    (0, 5),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 5), default=0),
        Field("partition_error_code", "partitionErrorCode", "int16", (0, 5), default=0),
    ),
)
_AddPartitionsToTxnTopicResult = StructSchema(
    "AddPartitionsToTxnTopicResult",
    (0, 5),
    (
        Field("name", "name", "string", (0, 5), default=""),
        Field("results_by_partition", "resultsByPartition", "struct", (0, 5), is_array=True, default=(), struct=_AddPartitionsToTxnPartitionResult),
    ),
)
_AddPartitionsToTxnResult = StructSchema(
    "AddPartitionsToTxnResult",
    (4, 5),
    (
        Field("transactional_id", "transactionalId", "string", (4, 5), default=""),
        Field("topic_results", "topicResults", "struct", (4, 5), is_array=True, default=(), struct=_AddPartitionsToTxnTopicResult),
    ),
)
_AddPartitionsToTxnResponse = StructSchema(
    "AddPartitionsToTxnResponse",
    (0, 5),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 5), default=0),
        Field("error_code", "errorCode", "int16", (4, 5), ignorable=True, default=0),
        Field("results_by_transaction", "resultsByTransaction", "struct", (4, 5), is_array=True, default=(), struct=_AddPartitionsToTxnResult),
        Field("results_by_topic_v3_and_below", "resultsByTopicV3AndBelow", "struct", (0, 3), is_array=True, default=(), struct=_AddPartitionsToTxnTopicResult),
    ),
)

SCHEMA = MessageSchema(
    "AddPartitionsToTxnResponse",
    "response",
    24,
    (0, 5),
    (3, 5),
    _AddPartitionsToTxnResponse,
)
