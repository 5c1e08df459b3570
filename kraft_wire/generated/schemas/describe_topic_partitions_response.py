# Generated from DescribeTopicPartitionsResponse.json by `python -m codegen generate`. Do not edit.
"""What DescribeTopicPartitionsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DescribeTopicPartitionsResponsePartition = StructSchema(
    "DescribeTopicPartitionsResponsePartition",
    (0, 0),
    (
        Field("error_code", "errorCode", "int16", (0, 0), default=0),
        Field("partition_index", "partitionIndex", "int32", (0, 0), default=0),
        Field("leader_id", "leaderId", "int32", (0, 0), default=0),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 0), ignorable=True, default=-1),
        Field("replica_nodes", "replicaNodes", "int32", (0, 0), is_array=True, default=()),
        Field("isr_nodes", "isrNodes", "int32", (0, 0), is_array=True, default=()),
        Field("eligible_leader_replicas", "eligibleLeaderReplicas", "int32", (0, 0), is_array=True, nullable_versions=(0, 0)),
        Field("last_known_elr", "lastKnownElr", "int32", (0, 0), is_array=True, nullable_versions=(0, 0)),
        Field("offline_replicas", "offlineReplicas", "int32", (0, 0), is_array=True, ignorable=True, default=()),
    ),
)
_DescribeTopicPartitionsResponseTopic = StructSchema(
    "DescribeTopicPartitionsResponseTopic",
    (0, 0),
    (
        Field("error_code", "errorCode", "int16", (0, 0), default=0),
        Field("name", "name", "string", (0, 0), nullable_versions=(0, 0), default=""),
        Field("topic_id", "topicId", "uuid", (0, 0), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("is_internal", "isInternal", "bool", (0, 0), ignorable=True, default=False),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_DescribeTopicPartitionsResponsePartition),
        Field("topic_authorized_operations", "topicAuthorizedOperations", "int32", (0, 0), default=-2147483648),
    ),
)
_Cursor = StructSchema(
    "Cursor",
    (0, 0),
    (
        Field("topic_name", "topicName", "string", (0, 0), default=""),
        Field("partition_index", "partitionIndex", "int32", (0, 0), default=0),
    ),
)
_DescribeTopicPartitionsResponse = StructSchema(
    "DescribeTopicPartitionsResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), ignorable=True, default=0),
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_DescribeTopicPartitionsResponseTopic),
        Field("next_cursor", "nextCursor", "struct", (0, 0), nullable_versions=(0, 0), struct=_Cursor),
    ),
)

SCHEMA = MessageSchema(
    "DescribeTopicPartitionsResponse",
    "response",
    75,
    (0, 0),
    (0, 0),
    _DescribeTopicPartitionsResponse,
)
