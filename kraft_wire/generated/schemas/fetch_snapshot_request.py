# Generated from FetchSnapshotRequest.json by `python -m codegen generate`. Do not edit.
"""What FetchSnapshotRequest looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_SnapshotId = StructSchema(
    "SnapshotId",
    (0, 1),
    (
        Field("end_offset", "endOffset", "int64", (0, 1), default=0, about="Offset behind the last record that the snapshot replaces; -1 for no snapshot."),
        Field("epoch", "epoch", "int32", (0, 1), default=0, about="Epoch of the last record that the snapshot replaces; -1 for no snapshot."),
    ),
    about="Which snapshot to read.",
)
_PartitionSnapshot = StructSchema(
    "PartitionSnapshot",
    (0, 1),
    (
        Field("partition", "partition", "int32", (0, 1), default=0, about="Number of the partition."),
        Field("current_leader_epoch", "currentLeaderEpoch", "int32", (0, 1), default=0, about="Leader epoch that the sender believes in, for fencing; -1 if it knows none."),
        Field("snapshot_id", "snapshotId", "struct", (0, 1), default=ABSENT, struct=_SnapshotId, about="Which snapshot to read."),
        Field("position", "position", "int64", (0, 1), default=0, about="Byte position to read from."),
        Field("replica_directory_id", "replicaDirectoryId", "uuid", (1, 1), tagged_versions=(1, 1), tag=0, ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Directory id of the replica; zero if unknown."),
    ),
    about="One entry for each partition.",
)
_TopicSnapshot = StructSchema(
    "TopicSnapshot",
    (0, 1),
    (
        Field("name", "name", "string", (0, 1), default="", entity_type="topicName", about="Name of the topic; __cluster_metadata."),
        Field("partitions", "partitions", "struct", (0, 1), is_array=True, default=(), struct=_PartitionSnapshot, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_FetchSnapshotRequest = StructSchema(
    "FetchSnapshotRequest",
    (0, 1),
    (
        Field("cluster_id", "clusterId", "string", (0, 1), nullable_versions=(0, 1), tagged_versions=(0, 1), tag=0, about="Id of the cluster."),
        Field("replica_id", "replicaId", "int32", (0, 1), default=-1, entity_type="brokerId", about="Node id of the replica; -1 for a client."),
        Field("max_bytes", "maxBytes", "int32", (0, 1), default=2147483647, about="Bytes that the response may have."),
        Field("topics", "topics", "struct", (0, 1), is_array=True, default=(), struct=_TopicSnapshot, about="One entry for each topic."),
    ),
    about="A replica of the metadata log reads a snapshot of the leader, piece by piece.",
)

SCHEMA = MessageSchema(
    "FetchSnapshotRequest",
    "request",
    59,
    (0, 1),
    (0, 1),
    _FetchSnapshotRequest,
    listeners=("controller",),
)
