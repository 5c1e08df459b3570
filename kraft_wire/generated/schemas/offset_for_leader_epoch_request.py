# Generated from OffsetForLeaderEpochRequest.json by `python -m codegen generate`. Do not edit.
"""What OffsetForLeaderEpochRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_OffsetForLeaderPartition = StructSchema(
    "OffsetForLeaderPartition",
    (0, 4),
    (
        Field("partition", "partition", "int32", (0, 4), default=0, about="Number of the partition."),
        Field("current_leader_epoch", "currentLeaderEpoch", "int32", (2, 4), ignorable=True, default=-1, about="Leader epoch that the sender believes in, for fencing; -1 if it knows none."),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 4), default=0, about="Epoch of the leader; -1 if unknown."),
    ),
    about="One entry for each partition.",
)
_OffsetForLeaderTopic = StructSchema(
    "OffsetForLeaderTopic",
    (0, 4),
    (
        Field("topic", "topic", "string", (0, 4), default="", map_key=True, entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "struct", (0, 4), is_array=True, default=(), struct=_OffsetForLeaderPartition, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_OffsetForLeaderEpochRequest = StructSchema(
    "OffsetForLeaderEpochRequest",
    (0, 4),
    (
        Field("replica_id", "replicaId", "int32", (3, 4), ignorable=True, default=-2, entity_type="brokerId", about="Node id of the replica; -1 for a client."),
        Field("topics", "topics", "struct", (0, 4), is_array=True, default=(), struct=_OffsetForLeaderTopic, about="One entry for each topic."),
    ),
    about="Asks where a leader epoch ends, to find the point at which two logs part.",
)

SCHEMA = MessageSchema(
    "OffsetForLeaderEpochRequest",
    "request",
    23,
    (0, 4),
    (4, 4),
    _OffsetForLeaderEpochRequest,
    deprecated_versions=(0, 1),
    listeners=("broker",),
)
