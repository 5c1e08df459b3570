# Generated from FetchResponse.json by `python -m codegen generate`. Do not edit.
"""What FetchResponse looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_EpochEndOffset = StructSchema(
    "EpochEndOffset",
    (12, 18),
    (
        Field("epoch", "epoch", "int32", (12, 18), default=-1),
        Field("end_offset", "endOffset", "int64", (12, 18), default=-1),
    ),
)
_LeaderIdAndEpoch = StructSchema(
    "LeaderIdAndEpoch",
    (12, 18),
    (
        Field("leader_id", "leaderId", "int32", (12, 18), default=-1),
        Field("leader_epoch", "leaderEpoch", "int32", (12, 18), default=-1),
    ),
)
_SnapshotId = StructSchema(
    "SnapshotId",
    (12, 18),
    (
        Field("end_offset", "endOffset", "int64", (0, 18), default=-1),
        Field("epoch", "epoch", "int32", (0, 18), default=-1),
    ),
)
_AbortedTransaction = StructSchema(
    "AbortedTransaction",
    (4, 18),
    (
        Field("producer_id", "producerId", "int64", (4, 18), default=0),
        Field("first_offset", "firstOffset", "int64", (4, 18), default=0),
    ),
)
_PartitionData = StructSchema(
    "PartitionData",
    (0, 18),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 18), default=0),
        Field("error_code", "errorCode", "int16", (0, 18), default=0),
        Field("high_watermark", "highWatermark", "int64", (0, 18), default=0),
        Field("last_stable_offset", "lastStableOffset", "int64", (4, 18), ignorable=True, default=-1),
        Field("log_start_offset", "logStartOffset", "int64", (5, 18), ignorable=True, default=-1),
        Field("diverging_epoch", "divergingEpoch", "struct", (12, 18), tagged_versions=(12, 18), tag=0, default=ABSENT, struct=_EpochEndOffset),
        Field("current_leader", "currentLeader", "struct", (12, 18), tagged_versions=(12, 18), tag=1, default=ABSENT, struct=_LeaderIdAndEpoch),
        Field("snapshot_id", "snapshotId", "struct", (12, 18), tagged_versions=(12, 18), tag=2, default=ABSENT, struct=_SnapshotId),
        Field("aborted_transactions", "abortedTransactions", "struct", (4, 18), is_array=True, nullable_versions=(4, 18), ignorable=True, default=(), struct=_AbortedTransaction),
        Field("preferred_read_replica", "preferredReadReplica", "int32", (11, 18), default=-1),
        Field("records", "records", "records", (0, 18), nullable_versions=(0, 18)),
    ),
)
_FetchableTopicResponse = StructSchema(
    "FetchableTopicResponse",
    (0, 18),
    (
        Field("topic", "topic", "string", (0, 12), ignorable=True, default=""),
        Field("topic_id", "topicId", "uuid", (13, 18), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "struct", (0, 18), is_array=True, default=(), struct=_PartitionData),
    ),
)
_NodeEndpoint = StructSchema(
    "NodeEndpoint",
    (16, 18),
    (
        Field("node_id", "nodeId", "int32", (16, 18), default=0),
        Field("host", "host", "string", (16, 18), default=""),
        Field("port", "port", "int32", (16, 18), default=0),
        Field("rack", "rack", "string", (16, 18), nullable_versions=(16, 18)),
    ),
)
_FetchResponse = StructSchema(
    "FetchResponse",
    (0, 18),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (1, 18), ignorable=True, default=0),
        Field("error_code", "errorCode", "int16", (7, 18), ignorable=True, default=0),
        Field("session_id", "sessionId", "int32", (7, 18), default=0),
        Field("responses", "responses", "struct", (0, 18), is_array=True, default=(), struct=_FetchableTopicResponse),
        Field("node_endpoints", "nodeEndpoints", "struct", (16, 18), is_array=True, tagged_versions=(16, 18), tag=0, default=(), struct=_NodeEndpoint),
    ),
)

SCHEMA = MessageSchema(
    "FetchResponse",
    "response",
    1,
    (0, 18),
    (12, 18),
    _FetchResponse,
)
