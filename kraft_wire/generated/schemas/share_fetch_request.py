# Generated from ShareFetchRequest.json by `python -m codegen generate`. Do not edit.
"""What ShareFetchRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AcknowledgementBatch = StructSchema(
    "AcknowledgementBatch",
    (0, 2),
    (
        Field("first_offset", "firstOffset", "int64", (0, 2), default=0),
        Field("last_offset", "lastOffset", "int64", (0, 2), default=0),
        Field("acknowledge_types", "acknowledgeTypes", "int8", (0, 2), is_array=True, default=()),
    ),
)
_FetchPartition = StructSchema(
    "FetchPartition",
    (0, 2),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 2), default=0),
        Field("partition_max_bytes", "partitionMaxBytes", "int32", (0, 0), default=0),
        Field("acknowledgement_batches", "acknowledgementBatches", "struct", (0, 2), is_array=True, default=(), struct=_AcknowledgementBatch),
    ),
)
_FetchTopic = StructSchema(
    "FetchTopic",
    (0, 2),
    (
        Field("topic_id", "topicId", "uuid", (0, 2), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "struct", (0, 2), is_array=True, default=(), struct=_FetchPartition),
    ),
)
_ForgottenTopic = StructSchema(
    "ForgottenTopic",
    (0, 2),
    (
        Field("topic_id", "topicId", "uuid", (0, 2), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "int32", (0, 2), is_array=True, default=()),
    ),
)
_ShareFetchRequest = StructSchema(
    "ShareFetchRequest",
    (0, 2),
    (
        Field("group_id", "groupId", "string", (0, 2), nullable_versions=(0, 2)),
        Field("member_id", "memberId", "string", (0, 2), nullable_versions=(0, 2), default=""),
        Field("share_session_epoch", "shareSessionEpoch", "int32", (0, 2), default=0),
        Field("max_wait_ms", "maxWaitMs", "int32", (0, 2), default=0),
        Field("min_bytes", "minBytes", "int32", (0, 2), default=0),
        Field("max_bytes", "maxBytes", "int32", (0, 2), default=2147483647),
        Field("max_records", "maxRecords", "int32", (1, 2), default=0),
        Field("batch_size", "batchSize", "int32", (1, 2), default=0),
        Field("share_acquire_mode", "shareAcquireMode", "int8", (2, 2), ignorable=True, default=0),
        Field("is_renew_ack", "isRenewAck", "bool", (2, 2), default=False),
        Field("topics", "topics", "struct", (0, 2), is_array=True, default=(), struct=_FetchTopic),
        Field("forgotten_topics_data", "forgottenTopicsData", "struct", (0, 2), is_array=True, default=(), struct=_ForgottenTopic),
    ),
)

SCHEMA = MessageSchema(
    "ShareFetchRequest",
    "request",
    78,
    (0, 2),
    (0, 2),
    _ShareFetchRequest,
)
