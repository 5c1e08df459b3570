# Generated from EndQuorumEpochRequest.json by `python -m codegen generate`. Do not edit.
"""What EndQuorumEpochRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ReplicaInfo = StructSchema(
    "ReplicaInfo",
    (1, 1),
    (
        Field("candidate_id", "candidateId", "int32", (1, 1), default=0, entity_type="brokerId", about="Node id of the suggested candidate."),
        Field("candidate_directory_id", "candidateDirectoryId", "uuid", (1, 1), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Directory id of the suggested candidate."),
    ),
    about="Voters that should stand as candidates, best first.",
)
_PartitionData = StructSchema(
    "PartitionData",
    (0, 1),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 1), default=0, about="Number of the partition."),
        Field("leader_id", "leaderId", "int32", (0, 1), default=0, entity_type="brokerId", about="Node id of the leader that resigns, which is the sender."),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 1), default=0, about="Epoch that ends."),
        Field("preferred_successors", "preferredSuccessors", "int32", (0, 0), is_array=True, ignorable=True, default=(), about="Node ids of voters that should stand as candidates, best first."),
        Field("preferred_candidates", "preferredCandidates", "struct", (1, 1), is_array=True, ignorable=True, default=(), struct=_ReplicaInfo, about="Voters that should stand as candidates, best first."),
    ),
    about="One entry for each partition.",
)
_TopicData = StructSchema(
    "TopicData",
    (0, 1),
    (
        Field("topic_name", "topicName", "string", (0, 1), default="", entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "struct", (0, 1), is_array=True, default=(), struct=_PartitionData, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_LeaderEndpoint = StructSchema(
    "LeaderEndpoint",
    (1, 1),
    (
        Field("name", "name", "string", (1, 1), default="", map_key=True, about="Name of the listener."),
        Field("host", "host", "string", (1, 1), default="", about="Name or address of the host."),
        Field("port", "port", "uint16", (1, 1), default=0, about="TCP port."),
    ),
    about="Where the leader can be reached.",
)
_EndQuorumEpochRequest = StructSchema(
    "EndQuorumEpochRequest",
    (0, 1),
    (
        Field("cluster_id", "clusterId", "string", (0, 1), nullable_versions=(0, 1), about="Id of the cluster."),
        Field("topics", "topics", "struct", (0, 1), is_array=True, default=(), struct=_TopicData, about="One entry for each topic."),
        Field("leader_endpoints", "leaderEndpoints", "struct", (1, 1), is_array=True, ignorable=True, default=(), struct=_LeaderEndpoint, about="Where the leader can be reached."),
    ),
    about="A leader that resigns tells the other voters, and in which order they should stand as candidates.",
)

SCHEMA = MessageSchema(
    "EndQuorumEpochRequest",
    "request",
    54,
    (0, 1),
    (1, 1),
    _EndQuorumEpochRequest,
    listeners=("controller",),
)
