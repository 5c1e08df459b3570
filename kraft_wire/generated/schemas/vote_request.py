# Generated from VoteRequest.json by `python -m codegen generate`. Do not edit.
"""What VoteRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionData = StructSchema(
    "PartitionData",
    (0, 2),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 2), default=0),
        Field("replica_epoch", "replicaEpoch", "int32", (0, 2), default=0),
        Field("replica_id", "replicaId", "int32", (0, 2), default=0),
        Field("replica_directory_id", "replicaDirectoryId", "uuid", (1, 2), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("voter_directory_id", "voterDirectoryId", "uuid", (1, 2), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("last_offset_epoch", "lastOffsetEpoch", "int32", (0, 2), default=0),
        Field("last_offset", "lastOffset", "int64", (0, 2), default=0),
        Field("pre_vote", "preVote", "bool", (2, 2), default=False),
    ),
)
_TopicData = StructSchema(
    "TopicData",
    (0, 2),
    (
        Field("topic_name", "topicName", "string", (0, 2), default=""),
        Field("partitions", "partitions", "struct", (0, 2), is_array=True, default=(), struct=_PartitionData),
    ),
)
_VoteRequest = StructSchema(
    "VoteRequest",
    (0, 2),
    (
        Field("cluster_id", "clusterId", "string", (0, 2), nullable_versions=(0, 2)),
        Field("voter_id", "voterId", "int32", (1, 2), ignorable=True, default=-1),
        Field("topics", "topics", "struct", (0, 2), is_array=True, default=(), struct=_TopicData),
    ),
)

SCHEMA = MessageSchema(
    "VoteRequest",
    "request",
    52,
    (0, 2),
    (0, 2),
    _VoteRequest,
)
