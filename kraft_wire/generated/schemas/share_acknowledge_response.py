# Generated from ShareAcknowledgeResponse.json by `python -m codegen generate`. Do not edit.
"""What ShareAcknowledgeResponse looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_LEADER_ID_AND_EPOCH = StructSchema(
    "LeaderIdAndEpoch",
    (0, 2),
    (
        Field("leader_id", "leaderId", "int32", (0, 2), default=0),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 2), default=0),
    ),
)
_PARTITION_DATA = StructSchema(
    "PartitionData",
    (0, 2),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 2), default=0),
        Field("error_code", "errorCode", "int16", (0, 2), default=0),
        Field("error_message", "errorMessage", "string", (0, 2), nullable_versions=(0, 2)),
        Field("current_leader", "currentLeader", "struct", (0, 2), default=ABSENT, struct=_LEADER_ID_AND_EPOCH),
    ),
)
_SHARE_ACKNOWLEDGE_TOPIC_RESPONSE = StructSchema(
    "ShareAcknowledgeTopicResponse",
    (0, 2),
    (
        Field("topic_id", "topicId", "uuid", (0, 2), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "struct", (0, 2), is_array=True, default=(), struct=_PARTITION_DATA),
    ),
)
_NODE_ENDPOINT = StructSchema(
    "NodeEndpoint",
    (0, 2),
    (
        Field("node_id", "nodeId", "int32", (0, 2), default=0),
        Field("host", "host", "string", (0, 2), default=""),
        Field("port", "port", "int32", (0, 2), default=0),
        Field("rack", "rack", "string", (0, 2), nullable_versions=(0, 2)),
    ),
)
_SHARE_ACKNOWLEDGE_RESPONSE = StructSchema(
    "ShareAcknowledgeResponse",
    (0, 2),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 2), default=0),
        Field("error_code", "errorCode", "int16", (0, 2), default=0),
        Field("error_message", "errorMessage", "string", (0, 2), nullable_versions=(0, 2)),
        Field("acquisition_lock_timeout_ms", "acquisitionLockTimeoutMs", "int32", (2, 2), ignorable=True, default=0),
        Field("responses", "responses", "struct", (0, 2), is_array=True, default=(), struct=_SHARE_ACKNOWLEDGE_TOPIC_RESPONSE),
        Field("node_endpoints", "nodeEndpoints", "struct", (0, 2), is_array=True, default=(), struct=_NODE_ENDPOINT),
    ),
)

SCHEMA = MessageSchema(
    "ShareAcknowledgeResponse",
    "response",
    79,
    (0, 2),
    (0, 2),
    _SHARE_ACKNOWLEDGE_RESPONSE,
)
