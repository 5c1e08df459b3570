# Generated from FetchRequest.json by `python -m codegen generate`. Do not edit.
"""What FetchRequest looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_ReplicaState = StructSchema(
    "ReplicaState",
    (15, 18),
    (
        Field("replica_id", "replicaId", "int32", (15, 18), default=-1, entity_type="brokerId", about="Node id of the replica; -1 for a client."),
        Field("replica_epoch", "replicaEpoch", "int64", (15, 18), default=-1, about="Broker epoch of the replica; -1 for none."),
    ),
    about="The replica that reads.",
)
_FetchPartition = StructSchema(
    "FetchPartition",
    (0, 18),
    (
        Field("partition", "partition", "int32", (0, 18), default=0, about="Number of the partition."),
        Field("current_leader_epoch", "currentLeaderEpoch", "int32", (9, 18), ignorable=True, default=-1, about="Leader epoch that the sender believes in, for fencing; -1 if it knows none."),
        Field("fetch_offset", "fetchOffset", "int64", (0, 18), default=0, about="Offset to read from."),
        Field("last_fetched_epoch", "lastFetchedEpoch", "int32", (12, 18), default=-1, about="Epoch of the last record that the reader has; -1 for a consumer or an empty log."),
        Field("log_start_offset", "logStartOffset", "int64", (5, 18), ignorable=True, default=-1, about="First offset that the follower still has; -1 for a consumer."),
        Field("partition_max_bytes", "partitionMaxBytes", "int32", (0, 18), default=0, about="Bytes that the partition may fill; the first batch may be larger."),
        Field("replica_directory_id", "replicaDirectoryId", "uuid", (17, 18), tagged_versions=(17, 18), tag=0, ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Directory id of the replica that fetches; zero if unknown."),
        Field("high_watermark", "highWatermark", "int64", (18, 18), tagged_versions=(18, 18), tag=1, ignorable=True, default=9223372036854775807, about="High watermark that the replica knows; -1 if none, 2^63-1 where it does not care."),
    ),
    about="One entry for each partition.",
)
_FetchTopic = StructSchema(
    "FetchTopic",
    (0, 18),
    (
        Field("topic", "topic", "string", (0, 12), ignorable=True, default="", entity_type="topicName", about="Name of the topic."),
        Field("topic_id", "topicId", "uuid", (13, 18), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "struct", (0, 18), is_array=True, default=(), struct=_FetchPartition, about="One entry for each partition."),
    ),
    about="What to read, by topic.",
)
_ForgottenTopic = StructSchema(
    "ForgottenTopic",
    (7, 18),
    (
        Field("topic", "topic", "string", (7, 12), ignorable=True, default="", entity_type="topicName", about="Name of the topic."),
        Field("topic_id", "topicId", "uuid", (13, 18), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "int32", (7, 18), is_array=True, default=(), about="Numbers of the partitions."),
    ),
    about="Partitions to take out of the fetch session.",
)
_FetchRequest = StructSchema(
    "FetchRequest",
    (0, 18),
    (
        Field("cluster_id", "clusterId", "string", (12, 18), nullable_versions=(12, 18), tagged_versions=(12, 18), tag=0, ignorable=True, about="Id of the cluster as the replica knows it; null for a client."),
        Field("replica_id", "replicaId", "int32", (0, 14), default=-1, entity_type="brokerId", about="Node id of the replica; -1 for a client."),
        Field("replica_state", "replicaState", "struct", (15, 18), tagged_versions=(15, 18), tag=1, default=ABSENT, struct=_ReplicaState, about="The replica that reads."),
        Field("max_wait_ms", "maxWaitMs", "int32", (0, 18), default=0, about="Milliseconds to wait until there are MinBytes to answer with."),
        Field("min_bytes", "minBytes", "int32", (0, 18), default=0, about="Bytes to wait for before the answer."),
        Field("max_bytes", "maxBytes", "int32", (3, 18), ignorable=True, default=2147483647, about="Bytes that the response may have; the first batch may be larger."),
        Field("isolation_level", "isolationLevel", "int8", (4, 18), ignorable=True, default=0, about="0 read uncommitted, 1 read committed: nothing beyond the last stable offset."),
        Field("session_id", "sessionId", "int32", (7, 18), ignorable=True, default=0, about="Id of the fetch session; 0 without one."),
        Field("session_epoch", "sessionEpoch", "int32", (7, 18), ignorable=True, default=-1, about="Number of the request within the fetch session; 0 begins one, -1 ends it."),
        Field("topics", "topics", "struct", (0, 18), is_array=True, default=(), struct=_FetchTopic, about="What to read, by topic."),
        Field("forgotten_topics_data", "forgottenTopicsData", "struct", (7, 18), is_array=True, default=(), struct=_ForgottenTopic, about="Partitions to take out of the fetch session."),
        Field("rack_id", "rackId", "string", (11, 18), ignorable=True, default="", about="Rack of the client; null or empty for none."),
    ),
    about="Reads records: consumers and followers of partitions, and replicas of the metadata log, whose fetch offset acknowledges what they have.",
)

SCHEMA = MessageSchema(
    "FetchRequest",
    "request",
    1,
    (0, 18),
    (12, 18),
    _FetchRequest,
    deprecated_versions=(0, 3),
    listeners=("broker", "controller",),
)
