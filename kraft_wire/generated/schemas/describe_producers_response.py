# Generated from DescribeProducersResponse.json by `python -m codegen generate`. Do not edit.
"""What DescribeProducersResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ProducerState = StructSchema(
    "ProducerState",
    (0, 0),
    (
        Field("producer_id", "producerId", "int64", (0, 0), default=0),
        Field("producer_epoch", "producerEpoch", "int32", (0, 0), default=0),
        Field("last_sequence", "lastSequence", "int32", (0, 0), default=-1),
        Field("last_timestamp", "lastTimestamp", "int64", (0, 0), default=-1),
        Field("coordinator_epoch", "coordinatorEpoch", "int32", (0, 0), default=0),
        Field("current_txn_start_offset", "currentTxnStartOffset", "int64", (0, 0), default=-1),
    ),
)
_PartitionResponse = StructSchema(
    "PartitionResponse",
    (0, 0),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 0), default=0),
        Field("error_code", "errorCode", "int16", (0, 0), default=0),
        Field("error_message", "errorMessage", "string", (0, 0), nullable_versions=(0, 0)),
        Field("active_producers", "activeProducers", "struct", (0, 0), is_array=True, default=(), struct=_ProducerState),
    ),
)
_TopicResponse = StructSchema(
    "TopicResponse",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default=""),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_PartitionResponse),
    ),
)
_DescribeProducersResponse = StructSchema(
    "DescribeProducersResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0),
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_TopicResponse),
    ),
)

SCHEMA = MessageSchema(
    "DescribeProducersResponse",
    "response",
    61,
    (0, 0),
    (0, 0),
    _DescribeProducersResponse,
)
