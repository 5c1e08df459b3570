# Generated from FetchRequest.json by `python -m codegen generate`. Do not edit.
"""What FetchRequest looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_ReplicaState = StructSchema(
    "ReplicaState",
    (15, 18),
    (
        Field("replica_id", "replicaId", "int32", (15, 18), default=-1),
        Field("replica_epoch", "replicaEpoch", "int64", (15, 18), default=-1),
    ),
)
_FetchPartition = StructSchema(
    "FetchPartition",
    (0, 18),
    (
        Field("partition", "partition", "int32", (0, 18), default=0),
        Field("current_leader_epoch", "currentLeaderEpoch", "int32", (9, 18), ignorable=True, default=-1),
        Field("fetch_offset", "fetchOffset", "int64", (0, 18), default=0),
        Field("last_fetched_epoch", "lastFetchedEpoch", "int32", (12, 18), default=-1),
        Field("log_start_offset", "logStartOffset", "int64", (5, 18), ignorable=True, default=-1),
        Field("partition_max_bytes", "partitionMaxBytes", "int32", (0, 18), default=0),
        Field("replica_directory_id", "replicaDirectoryId", "uuid", (17, 18), tagged_versions=(17, 18), tag=0, ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("high_watermark", "highWatermark", "int64", (18, 18), tagged_versions=(18, 18), tag=1, ignorable=True, default=9223372036854775807),
    ),
)
_FetchTopic = StructSchema(
    "FetchTopic",
    (0, 18),
    (
        Field("topic", "topic", "string", (0, 12), ignorable=True, default=""),
        Field("topic_id", "topicId", "uuid", (13, 18), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "struct", (0, 18), is_array=True, default=(), struct=_FetchPartition),
    ),
)
_ForgottenTopic = StructSchema(
    "ForgottenTopic",
    (7, 18),
    (
        Field("topic", "topic", "string", (7, 12), ignorable=True, default=""),
        Field("topic_id", "topicId", "uuid", (13, 18), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "int32", (7, 18), is_array=True, default=()),
    ),
)
_FetchRequest = StructSchema(
    "FetchRequest",
    (0, 18),
    (
        Field("cluster_id", "clusterId", "string", (12, 18), nullable_versions=(12, 18), tagged_versions=(12, 18), tag=0, ignorable=True),
        Field("replica_id", "replicaId", "int32", (0, 14), default=-1),
        Field("replica_state", "replicaState", "struct", (15, 18), tagged_versions=(15, 18), tag=1, default=ABSENT, struct=_ReplicaState),
        Field("max_wait_ms", "maxWaitMs", "int32", (0, 18), default=0),
        Field("min_bytes", "minBytes", "int32", (0, 18), default=0),
        Field("max_bytes", "maxBytes", "int32", (3, 18), ignorable=True, default=2147483647),
        Field("isolation_level", "isolationLevel", "int8", (4, 18), ignorable=True, default=0),
        Field("session_id", "sessionId", "int32", (7, 18), ignorable=True, default=0),
        Field("session_epoch", "sessionEpoch", "int32", (7, 18), ignorable=True, default=-1),
        Field("topics", "topics", "struct", (0, 18), is_array=True, default=(), struct=_FetchTopic),
        Field("forgotten_topics_data", "forgottenTopicsData", "struct", (7, 18), is_array=True, default=(), struct=_ForgottenTopic),
        Field("rack_id", "rackId", "string", (11, 18), ignorable=True, default=""),
    ),
)

SCHEMA = MessageSchema(
    "FetchRequest",
    "request",
    1,
    (0, 18),
    (12, 18),
    _FetchRequest,
)
