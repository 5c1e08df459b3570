# Generated from ShareFetchResponse.json by `python -m codegen generate`. Do not edit.
"""What ShareFetchResponse looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_LeaderIdAndEpoch = StructSchema(
    "LeaderIdAndEpoch",
    (0, 2),
    (
        Field("leader_id", "leaderId", "int32", (0, 2), default=0),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 2), default=0),
    ),
)
_AcquiredRecords = StructSchema(
    "AcquiredRecords",
    (0, 2),
    (
        Field("first_offset", "firstOffset", "int64", (0, 2), default=0),
        Field("last_offset", "lastOffset", "int64", (0, 2), default=0),
        Field("delivery_count", "deliveryCount", "int16", (0, 2), default=0),
    ),
)
_PartitionData = StructSchema(
    "PartitionData",
    (0, 2),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 2), default=0),
        Field("error_code", "errorCode", "int16", (0, 2), default=0),
        Field("error_message", "errorMessage", "string", (0, 2), nullable_versions=(0, 2)),
        Field("acknowledge_error_code", "acknowledgeErrorCode", "int16", (0, 2), default=0),
        Field("acknowledge_error_message", "acknowledgeErrorMessage", "string", (0, 2), nullable_versions=(0, 2)),
        Field("current_leader", "currentLeader", "struct", (0, 2), default=ABSENT, struct=_LeaderIdAndEpoch),
        Field("records", "records", "records", (0, 2), nullable_versions=(0, 0)),
        Field("acquired_records", "acquiredRecords", "struct", (0, 2), is_array=True, default=(), struct=_AcquiredRecords),
    ),
)
_ShareFetchableTopicResponse = StructSchema(
    "ShareFetchableTopicResponse",
    (0, 2),
    (
        Field("topic_id", "topicId", "uuid", (0, 2), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "struct", (0, 2), is_array=True, default=(), struct=_PartitionData),
    ),
)
_NodeEndpoint = StructSchema(
    "NodeEndpoint",
    (0, 2),
    (
        Field("node_id", "nodeId", "int32", (0, 2), default=0),
        Field("host", "host", "string", (0, 2), default=""),
        Field("port", "port", "int32", (0, 2), default=0),
        Field("rack", "rack", "string", (0, 2), nullable_versions=(0, 2)),
    ),
)
_ShareFetchResponse = StructSchema(
    "ShareFetchResponse",
    (0, 2),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 2), default=0),
        Field("error_code", "errorCode", "int16", (0, 2), default=0),
        Field("error_message", "errorMessage", "string", (0, 2), nullable_versions=(0, 2)),
        Field("acquisition_lock_timeout_ms", "acquisitionLockTimeoutMs", "int32", (1, 2), default=0),
        Field("responses", "responses", "struct", (0, 2), is_array=True, default=(), struct=_ShareFetchableTopicResponse),
        Field("node_endpoints", "nodeEndpoints", "struct", (0, 2), is_array=True, default=(), struct=_NodeEndpoint),
    ),
)

SCHEMA = MessageSchema(
    "ShareFetchResponse",
    "response",
    78,
    (0, 2),
    (0, 2),
    _ShareFetchResponse,
)
