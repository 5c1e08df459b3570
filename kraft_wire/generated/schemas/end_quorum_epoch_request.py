# Generated from EndQuorumEpochRequest.json by `python -m codegen generate`. Do not edit.
"""What EndQuorumEpochRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ReplicaInfo = StructSchema(
    "ReplicaInfo",
    (1, 1),
    (
        Field("candidate_id", "candidateId", "int32", (1, 1), default=0),
        Field("candidate_directory_id", "candidateDirectoryId", "uuid", (1, 1), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
    ),
)
_PartitionData = StructSchema(
    "PartitionData",
    (0, 1),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 1), default=0),
        Field("leader_id", "leaderId", "int32", (0, 1), default=0),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 1), default=0),
        Field("preferred_successors", "preferredSuccessors", "int32", (0, 0), is_array=True, ignorable=True, default=()),
        Field("preferred_candidates", "preferredCandidates", "struct", (1, 1), is_array=True, ignorable=True, default=(), struct=_ReplicaInfo),
    ),
)
_TopicData = StructSchema(
    "TopicData",
    (0, 1),
    (
        Field("topic_name", "topicName", "string", (0, 1), default=""),
        Field("partitions", "partitions", "struct", (0, 1), is_array=True, default=(), struct=_PartitionData),
    ),
)
_LeaderEndpoint = StructSchema(
    "LeaderEndpoint",
    (1, 1),
    (
        Field("name", "name", "string", (1, 1), default=""),
        Field("host", "host", "string", (1, 1), default=""),
        Field("port", "port", "uint16", (1, 1), default=0),
    ),
)
_EndQuorumEpochRequest = StructSchema(
    "EndQuorumEpochRequest",
    (0, 1),
    (
        Field("cluster_id", "clusterId", "string", (0, 1), nullable_versions=(0, 1)),
        Field("topics", "topics", "struct", (0, 1), is_array=True, default=(), struct=_TopicData),
        Field("leader_endpoints", "leaderEndpoints", "struct", (1, 1), is_array=True, ignorable=True, default=(), struct=_LeaderEndpoint),
    ),
)

SCHEMA = MessageSchema(
    "EndQuorumEpochRequest",
    "request",
    54,
    (0, 1),
    (1, 1),
    _EndQuorumEpochRequest,
)
