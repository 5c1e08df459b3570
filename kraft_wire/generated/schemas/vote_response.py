# Generated from VoteResponse.json by `python -m codegen generate`. Do not edit.
"""What VoteResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionData = StructSchema(
    "PartitionData",
    (0, 2),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 2), default=0),
        Field("error_code", "errorCode", "int16", (0, 2), default=0),
        Field("leader_id", "leaderId", "int32", (0, 2), default=0),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 2), default=0),
        Field("vote_granted", "voteGranted", "bool", (0, 2), default=False),
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
_NodeEndpoint = StructSchema(
    "NodeEndpoint",
    (1, 2),
    (
        Field("node_id", "nodeId", "int32", (1, 2), default=0),
        Field("host", "host", "string", (1, 2), default=""),
        Field("port", "port", "uint16", (1, 2), default=0),
    ),
)
_VoteResponse = StructSchema(
    "VoteResponse",
    (0, 2),
    (
        Field("error_code", "errorCode", "int16", (0, 2), default=0),
        Field("topics", "topics", "struct", (0, 2), is_array=True, default=(), struct=_TopicData),
        Field("node_endpoints", "nodeEndpoints", "struct", (1, 2), is_array=True, tagged_versions=(1, 2), tag=0, default=(), struct=_NodeEndpoint),
    ),
)

SCHEMA = MessageSchema(
    "VoteResponse",
    "response",
    52,
    (0, 2),
    (0, 2),
    _VoteResponse,
)
