# Generated from VoteRequest.json by `python -m codegen generate`. Do not edit.
"""What VoteRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionData = StructSchema(
    "PartitionData",
    (0, 2),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 2), default=0, about="Number of the partition."),
        Field("replica_epoch", "replicaEpoch", "int32", (0, 2), default=0, about="Epoch for which the sender stands; in a pre-vote its current one."),
        Field("replica_id", "replicaId", "int32", (0, 2), default=0, entity_type="brokerId", about="Node id of the sender."),
        Field("replica_directory_id", "replicaDirectoryId", "uuid", (1, 2), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Directory id of the sender; zero if unknown."),
        Field("voter_directory_id", "voterDirectoryId", "uuid", (1, 2), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Directory id of the voter that is asked; zero if unknown."),
        Field("last_offset_epoch", "lastOffsetEpoch", "int32", (0, 2), default=0, about="Epoch of the last record in the sender's log."),
        Field("last_offset", "lastOffset", "int64", (0, 2), default=0, about="End of the sender's log, exclusive."),
        Field("pre_vote", "preVote", "bool", (2, 2), default=False, about="Whether it only asks if the vote would be granted; nothing is stored."),
    ),
    about="One entry for each partition.",
)
_TopicData = StructSchema(
    "TopicData",
    (0, 2),
    (
        Field("topic_name", "topicName", "string", (0, 2), default="", entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "struct", (0, 2), is_array=True, default=(), struct=_PartitionData, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_VoteRequest = StructSchema(
    "VoteRequest",
    (0, 2),
    (
        Field("cluster_id", "clusterId", "string", (0, 2), nullable_versions=(0, 2), about="Id of the cluster."),
        Field("voter_id", "voterId", "int32", (1, 2), ignorable=True, default=-1, entity_type="brokerId", about="Node id of the voter that is asked; -1 if unknown."),
        Field("topics", "topics", "struct", (0, 2), is_array=True, default=(), struct=_TopicData, about="One entry for each topic."),
    ),
    about="A replica asks a voter for its vote, or in a pre-vote (KIP-996) whether it would give it.",
)

SCHEMA = MessageSchema(
    "VoteRequest",
    "request",
    52,
    (0, 2),
    (0, 2),
    _VoteRequest,
    listeners=("controller",),
)
