# Generated from DescribeProducersResponse.json by `python -m codegen generate`. Do not edit.
"""What DescribeProducersResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ProducerState = StructSchema(
    "ProducerState",
    (0, 0),
    (
        Field("producer_id", "producerId", "int64", (0, 0), default=0, entity_type="producerId", about="Id of the producer; -1 for none."),
        Field("producer_epoch", "producerEpoch", "int32", (0, 0), default=0, about="Epoch of the producer; -1 for none."),
        Field("last_sequence", "lastSequence", "int32", (0, 0), default=-1, about="Sequence number of the producer's last record; -1 for none."),
        Field("last_timestamp", "lastTimestamp", "int64", (0, 0), default=-1, about="Timestamp of the producer's last record."),
        Field("coordinator_epoch", "coordinatorEpoch", "int32", (0, 0), default=0, about="Epoch of the transaction coordinator."),
        Field("current_txn_start_offset", "currentTxnStartOffset", "int64", (0, 0), default=-1, about="First offset of the open transaction; -1 without one."),
    ),
    about="Producers that the partition knows.",
)
_PartitionResponse = StructSchema(
    "PartitionResponse",
    (0, 0),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 0), default=0, about="Number of the partition."),
        Field("error_code", "errorCode", "int16", (0, 0), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 0), nullable_versions=(0, 0), about="Text of the error; null without one."),
        Field("active_producers", "activeProducers", "struct", (0, 0), is_array=True, default=(), struct=_ProducerState, about="Producers that the partition knows."),
    ),
    about="One entry for each partition.",
)
_TopicResponse = StructSchema(
    "TopicResponse",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default="", entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_PartitionResponse, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_DescribeProducersResponse = StructSchema(
    "DescribeProducersResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_TopicResponse, about="One entry for each topic."),
    ),
    about="Answers DescribeProducersRequest.",
)

SCHEMA = MessageSchema(
    "DescribeProducersResponse",
    "response",
    61,
    (0, 0),
    (0, 0),
    _DescribeProducersResponse,
)
