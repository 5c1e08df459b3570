# Generated from OffsetForLeaderEpochRequest.json by `python -m codegen generate`. Do not edit.
"""What OffsetForLeaderEpochRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_OffsetForLeaderPartition = StructSchema(
    "OffsetForLeaderPartition",
    (0, 4),
    (
        Field("partition", "partition", "int32", (0, 4), default=0),
        Field("current_leader_epoch", "currentLeaderEpoch", "int32", (2, 4), ignorable=True, default=-1),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 4), default=0),
    ),
)
_OffsetForLeaderTopic = StructSchema(
    "OffsetForLeaderTopic",
    (0, 4),
    (
        Field("topic", "topic", "string", (0, 4), default=""),
        Field("partitions", "partitions", "struct", (0, 4), is_array=True, default=(), struct=_OffsetForLeaderPartition),
    ),
)
_OffsetForLeaderEpochRequest = StructSchema(
    "OffsetForLeaderEpochRequest",
    (0, 4),
    (
        Field("replica_id", "replicaId", "int32", (3, 4), ignorable=True, default=-2),
        Field("topics", "topics", "struct", (0, 4), is_array=True, default=(), struct=_OffsetForLeaderTopic),
    ),
)

SCHEMA = MessageSchema(
    "OffsetForLeaderEpochRequest",
    "request",
    23,
    (0, 4),
    (4, 4),
    _OffsetForLeaderEpochRequest,
)
