# Generated from FetchSnapshotResponse.json by `python -m codegen generate`. Do not edit.
"""What FetchSnapshotResponse looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_SnapshotId = StructSchema(
    "SnapshotId",
    (0, 1),
    (
        Field("end_offset", "endOffset", "int64", (0, 1), default=0),
        Field("epoch", "epoch", "int32", (0, 1), default=0),
    ),
)
_LeaderIdAndEpoch = StructSchema(
    "LeaderIdAndEpoch",
    (0, 1),
    (
        Field("leader_id", "leaderId", "int32", (0, 1), default=0),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 1), default=0),
    ),
)
_PartitionSnapshot = StructSchema(
    "PartitionSnapshot",
    (0, 1),
    (
        Field("index", "index", "int32", (0, 1), default=0),
        Field("error_code", "errorCode", "int16", (0, 1), default=0),
        Field("snapshot_id", "snapshotId", "struct", (0, 1), default=ABSENT, struct=_SnapshotId),
        Field("current_leader", "currentLeader", "struct", (0, 1), tagged_versions=(0, 1), tag=0, default=ABSENT, struct=_LeaderIdAndEpoch),
        Field("size", "size", "int64", (0, 1), default=0),
        Field("position", "position", "int64", (0, 1), default=0),
        Field("unaligned_records", "unalignedRecords", "records", (0, 1)),
    ),
)
_TopicSnapshot = StructSchema(
    "TopicSnapshot",
    (0, 1),
    (
        Field("name", "name", "string", (0, 1), default=""),
        Field("partitions", "partitions", "struct", (0, 1), is_array=True, default=(), struct=_PartitionSnapshot),
    ),
)
_NodeEndpoint = StructSchema(
    "NodeEndpoint",
    (1, 1),
    (
        Field("node_id", "nodeId", "int32", (1, 1), default=0),
        Field("host", "host", "string", (1, 1), default=""),
        Field("port", "port", "uint16", (1, 1), default=0),
    ),
)
_FetchSnapshotResponse = StructSchema(
    "FetchSnapshotResponse",
    (0, 1),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 1), ignorable=True, default=0),
        Field("error_code", "errorCode", "int16", (0, 1), default=0),
        Field("topics", "topics", "struct", (0, 1), is_array=True, default=(), struct=_TopicSnapshot),
        Field("node_endpoints", "nodeEndpoints", "struct", (1, 1), is_array=True, tagged_versions=(1, 1), tag=0, default=(), struct=_NodeEndpoint),
    ),
)

SCHEMA = MessageSchema(
    "FetchSnapshotResponse",
    "response",
    59,
    (0, 1),
    (0, 1),
    _FetchSnapshotResponse,
)
