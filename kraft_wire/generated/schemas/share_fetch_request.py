# Generated from ShareFetchRequest.json by `python -m codegen generate`. Do not edit.
"""What ShareFetchRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AcknowledgementBatch = StructSchema(
    "AcknowledgementBatch",
    (0, 2),
    (
        Field("first_offset", "firstOffset", "int64", (0, 2), default=0, about="First offset."),
        Field("last_offset", "lastOffset", "int64", (0, 2), default=0, about="Last offset."),
        Field("acknowledge_types", "acknowledgeTypes", "int8", (0, 2), is_array=True, default=(), about="For each offset: 0 gap, 1 accept, 2 release, 3 reject, 4 renew; a single entry counts for all."),
    ),
    about="Ranges of offsets that are acknowledged.",
)
_FetchPartition = StructSchema(
    "FetchPartition",
    (0, 2),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 2), default=0, map_key=True, about="Number of the partition."),
        Field("partition_max_bytes", "partitionMaxBytes", "int32", (0, 0), default=0, about="Bytes that the partition may fill; the first batch may be larger."),
        Field("acknowledgement_batches", "acknowledgementBatches", "struct", (0, 2), is_array=True, default=(), struct=_AcknowledgementBatch, about="Ranges of offsets that are acknowledged."),
    ),
    about="One entry for each partition.",
)
_FetchTopic = StructSchema(
    "FetchTopic",
    (0, 2),
    (
        Field("topic_id", "topicId", "uuid", (0, 2), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', map_key=True, about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "struct", (0, 2), is_array=True, default=(), struct=_FetchPartition, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_ForgottenTopic = StructSchema(
    "ForgottenTopic",
    (0, 2),
    (
        Field("topic_id", "topicId", "uuid", (0, 2), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "int32", (0, 2), is_array=True, default=(), about="Numbers of the partitions."),
    ),
    about="Partitions to take out of the fetch session.",
)
_ShareFetchRequest = StructSchema(
    "ShareFetchRequest",
    (0, 2),
    (
        Field("group_id", "groupId", "string", (0, 2), nullable_versions=(0, 2), entity_type="groupId", about="Id of the group."),
        Field("member_id", "memberId", "string", (0, 2), nullable_versions=(0, 2), default="", about="Id of the member."),
        Field("share_session_epoch", "shareSessionEpoch", "int32", (0, 2), default=0, about="Number of the request within the share session; 0 begins one, -1 ends it."),
        Field("max_wait_ms", "maxWaitMs", "int32", (0, 2), default=0, about="Milliseconds to wait until there are MinBytes to answer with."),
        Field("min_bytes", "minBytes", "int32", (0, 2), default=0, about="Bytes to wait for before the answer."),
        Field("max_bytes", "maxBytes", "int32", (0, 2), default=2147483647, about="Bytes that the response may have; the first batch may be larger."),
        Field("max_records", "maxRecords", "int32", (1, 2), default=0, about="How many records may be acquired."),
        Field("batch_size", "batchSize", "int32", (1, 2), default=0, about="Number of records of a batch that the member would like best."),
        Field("share_acquire_mode", "shareAcquireMode", "int8", (2, 2), ignorable=True, default=0, about="0 batches may exceed the limit, 1 the record limit is strict."),
        Field("is_renew_ack", "isRenewAck", "bool", (2, 2), default=False, about="Whether acquisition locks may be renewed by this request."),
        Field("topics", "topics", "struct", (0, 2), is_array=True, default=(), struct=_FetchTopic, about="One entry for each topic."),
        Field("forgotten_topics_data", "forgottenTopicsData", "struct", (0, 2), is_array=True, default=(), struct=_ForgottenTopic, about="Partitions to take out of the fetch session."),
    ),
    about="A member of a share group acquires records, and may acknowledge earlier ones.",
)

SCHEMA = MessageSchema(
    "ShareFetchRequest",
    "request",
    78,
    (0, 2),
    (0, 2),
    _ShareFetchRequest,
    listeners=("broker",),
)
