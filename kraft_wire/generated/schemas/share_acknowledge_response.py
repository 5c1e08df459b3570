# Generated from ShareAcknowledgeResponse.json by `python -m codegen generate`. Do not edit.
"""What ShareAcknowledgeResponse looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_LeaderIdAndEpoch = StructSchema(
    "LeaderIdAndEpoch",
    (0, 2),
    (
        Field("leader_id", "leaderId", "int32", (0, 2), default=0),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 2), default=0),
    ),
)
_PartitionData = StructSchema(
    "PartitionData",
    (0, 2),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 2), default=0),
        Field("error_code", "errorCode", "int16", (0, 2), default=0),
        Field("error_message", "errorMessage", "string", (0, 2), nullable_versions=(0, 2)),
        Field("current_leader", "currentLeader", "struct", (0, 2), default=ABSENT, struct=_LeaderIdAndEpoch),
    ),
)
_ShareAcknowledgeTopicResponse = StructSchema(
    "ShareAcknowledgeTopicResponse",
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
_ShareAcknowledgeResponse = StructSchema(
    "ShareAcknowledgeResponse",
    (0, 2),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 2), default=0),
        Field("error_code", "errorCode", "int16", (0, 2), default=0),
        Field("error_message", "errorMessage", "string", (0, 2), nullable_versions=(0, 2)),
        Field("acquisition_lock_timeout_ms", "acquisitionLockTimeoutMs", "int32", (2, 2), ignorable=True, default=0),
        Field("responses", "responses", "struct", (0, 2), is_array=True, default=(), struct=_ShareAcknowledgeTopicResponse),
        Field("node_endpoints", "nodeEndpoints", "struct", (0, 2), is_array=True, default=(), struct=_NodeEndpoint),
    ),
)

SCHEMA = MessageSchema(
    "ShareAcknowledgeResponse",
    "response",
    79,
    (0, 2),
    (0, 2),
    _ShareAcknowledgeResponse,
)
