# Generated from DescribeTopicPartitionsResponse.json by `python -m codegen generate`. Do not edit.
"""What DescribeTopicPartitionsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DescribeTopicPartitionsResponsePartition = StructSchema(
    "DescribeTopicPartitionsResponsePartition",
    (0, 0),
    (
        Field("error_code", "errorCode", "int16", (0, 0), default=0, about="Error code; 0 for success."),
        Field("partition_index", "partitionIndex", "int32", (0, 0), default=0, about="Number of the partition."),
        Field("leader_id", "leaderId", "int32", (0, 0), default=0, entity_type="brokerId", about="Node id of the leader; -1 if there is none or it is unknown."),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 0), ignorable=True, default=-1, about="Epoch of the leader; -1 if unknown."),
        Field("replica_nodes", "replicaNodes", "int32", (0, 0), is_array=True, default=(), entity_type="brokerId", about="Node ids of the replicas, preferred leader first."),
        Field("isr_nodes", "isrNodes", "int32", (0, 0), is_array=True, default=(), entity_type="brokerId", about="Node ids of the in-sync replicas."),
        Field("eligible_leader_replicas", "eligibleLeaderReplicas", "int32", (0, 0), is_array=True, nullable_versions=(0, 0), entity_type="brokerId", about="Node ids out of the ISR that are known to have all committed records (KIP-966)."),
        Field("last_known_elr", "lastKnownElr", "int32", (0, 0), is_array=True, nullable_versions=(0, 0), entity_type="brokerId", about="Node ids of the last eligible leader replicas, once none is left (KIP-966)."),
        Field("offline_replicas", "offlineReplicas", "int32", (0, 0), is_array=True, ignorable=True, default=(), entity_type="brokerId", about="Node ids of replicas that are offline."),
    ),
    about="One entry for each partition.",
)
_DescribeTopicPartitionsResponseTopic = StructSchema(
    "DescribeTopicPartitionsResponseTopic",
    (0, 0),
    (
        Field("error_code", "errorCode", "int16", (0, 0), default=0, about="Error code; 0 for success."),
        Field("name", "name", "string", (0, 0), nullable_versions=(0, 0), default="", map_key=True, entity_type="topicName", about="Name of the topic."),
        Field("topic_id", "topicId", "uuid", (0, 0), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("is_internal", "isInternal", "bool", (0, 0), ignorable=True, default=False, about="Whether the topic is one of Kafka's own."),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_DescribeTopicPartitionsResponsePartition, about="One entry for each partition."),
        Field("topic_authorized_operations", "topicAuthorizedOperations", "int32", (0, 0), default=-2147483648, about="Operations on the topic that the client may do, one bit each; -2147483648 where nobody asked."),
    ),
    about="One entry for each topic.",
)
_Cursor = StructSchema(
    "Cursor",
    (0, 0),
    (
        Field("topic_name", "topicName", "string", (0, 0), default="", entity_type="topicName", about="Name of the topic."),
        Field("partition_index", "partitionIndex", "int32", (0, 0), default=0, about="Number of the partition."),
    ),
    about="Where the next page begins; null after the last.",
)
_DescribeTopicPartitionsResponse = StructSchema(
    "DescribeTopicPartitionsResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), ignorable=True, default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_DescribeTopicPartitionsResponseTopic, about="One entry for each topic."),
        Field("next_cursor", "nextCursor", "struct", (0, 0), nullable_versions=(0, 0), struct=_Cursor, about="Where the next page begins; null after the last."),
    ),
    about="Answers DescribeTopicPartitionsRequest.",
)

SCHEMA = MessageSchema(
    "DescribeTopicPartitionsResponse",
    "response",
    75,
    (0, 0),
    (0, 0),
    _DescribeTopicPartitionsResponse,
)
