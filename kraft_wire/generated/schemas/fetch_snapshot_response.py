# Generated from FetchSnapshotResponse.json by `python -m codegen generate`. Do not edit.
"""What FetchSnapshotResponse looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_SnapshotId = StructSchema(
    "SnapshotId",
    (0, 1),
    (
        Field("end_offset", "endOffset", "int64", (0, 1), default=0, about="Offset behind the last record that the snapshot replaces; -1 for no snapshot."),
        Field("epoch", "epoch", "int32", (0, 1), default=0, about="Epoch of the last record that the snapshot replaces; -1 for no snapshot."),
    ),
    about="Which snapshot the bytes are of.",
)
_LeaderIdAndEpoch = StructSchema(
    "LeaderIdAndEpoch",
    (0, 1),
    (
        Field("leader_id", "leaderId", "int32", (0, 1), default=0, entity_type="brokerId", about="Node id of the leader; -1 if there is none or it is unknown."),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 1), default=0, about="Epoch of the leader; -1 if unknown."),
    ),
    about="The leader as far as the answering node knows.",
)
_PartitionSnapshot = StructSchema(
    "PartitionSnapshot",
    (0, 1),
    (
        Field("index", "index", "int32", (0, 1), default=0, about="Number of the partition."),
        Field("error_code", "errorCode", "int16", (0, 1), default=0, about="Error code; 0 for success."),
        Field("snapshot_id", "snapshotId", "struct", (0, 1), default=ABSENT, struct=_SnapshotId, about="Which snapshot the bytes are of."),
        Field("current_leader", "currentLeader", "struct", (0, 1), tagged_versions=(0, 1), tag=0, default=ABSENT, struct=_LeaderIdAndEpoch, about="The leader as far as the answering node knows."),
        Field("size", "size", "int64", (0, 1), default=0, about="Bytes of the whole snapshot."),
        Field("position", "position", "int64", (0, 1), default=0, about="Byte position of the first byte here."),
        Field("unaligned_records", "unalignedRecords", "records", (0, 1), about="Bytes of the snapshot from Position on, which may begin and end inside a batch."),
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
    about="Pieces of snapshots by topic.",
)
_NodeEndpoint = StructSchema(
    "NodeEndpoint",
    (1, 1),
    (
        Field("node_id", "nodeId", "int32", (1, 1), default=0, map_key=True, entity_type="brokerId", about="Node id of the broker or controller."),
        Field("host", "host", "string", (1, 1), default="", about="Name or address of the host."),
        Field("port", "port", "uint16", (1, 1), default=0, about="TCP port."),
    ),
    about="Where the leaders that this response names can be reached.",
)
_FetchSnapshotResponse = StructSchema(
    "FetchSnapshotResponse",
    (0, 1),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 1), ignorable=True, default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 1), default=0, about="Error code; 0 for success."),
        Field("topics", "topics", "struct", (0, 1), is_array=True, default=(), struct=_TopicSnapshot, about="Pieces of snapshots by topic."),
        Field("node_endpoints", "nodeEndpoints", "struct", (1, 1), is_array=True, tagged_versions=(1, 1), tag=0, default=(), struct=_NodeEndpoint, about="Where the leaders that this response names can be reached."),
    ),
    about="A piece of a snapshot, at a byte position that need not be the border of a batch.",
)

SCHEMA = MessageSchema(
    "FetchSnapshotResponse",
    "response",
    59,
    (0, 1),
    (0, 1),
    _FetchSnapshotResponse,
)
