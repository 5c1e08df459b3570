# Generated from FetchSnapshotRequest.json by `python -m codegen generate`. Do not edit.
"""What FetchSnapshotRequest looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_SnapshotId = StructSchema(
    "SnapshotId",
    (0, 1),
    (
        Field("end_offset", "endOffset", "int64", (0, 1), default=0),
        Field("epoch", "epoch", "int32", (0, 1), default=0),
    ),
)
_PartitionSnapshot = StructSchema(
    "PartitionSnapshot",
    (0, 1),
    (
        Field("partition", "partition", "int32", (0, 1), default=0),
        Field("current_leader_epoch", "currentLeaderEpoch", "int32", (0, 1), default=0),
        Field("snapshot_id", "snapshotId", "struct", (0, 1), default=ABSENT, struct=_SnapshotId),
        Field("position", "position", "int64", (0, 1), default=0),
        Field("replica_directory_id", "replicaDirectoryId", "uuid", (1, 1), tagged_versions=(1, 1), tag=0, ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
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
_FetchSnapshotRequest = StructSchema(
    "FetchSnapshotRequest",
    (0, 1),
    (
        Field("cluster_id", "clusterId", "string", (0, 1), nullable_versions=(0, 1), tagged_versions=(0, 1), tag=0),
        Field("replica_id", "replicaId", "int32", (0, 1), default=-1),
        Field("max_bytes", "maxBytes", "int32", (0, 1), default=2147483647),
        Field("topics", "topics", "struct", (0, 1), is_array=True, default=(), struct=_TopicSnapshot),
    ),
)

SCHEMA = MessageSchema(
    "FetchSnapshotRequest",
    "request",
    59,
    (0, 1),
    (0, 1),
    _FetchSnapshotRequest,
)
