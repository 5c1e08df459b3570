# Generated from VoteResponse.json by `python -m codegen generate`. Do not edit.
"""What VoteResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionData = StructSchema(
    "PartitionData",
    (0, 2),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 2), default=0, about="Number of the partition."),
        Field("error_code", "errorCode", "int16", (0, 2), default=0, about="Error code; 0 for success."),
        Field("leader_id", "leaderId", "int32", (0, 2), default=0, entity_type="brokerId", about="Node id of the leader; -1 if there is none or it is unknown."),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 2), default=0, about="Epoch of the leader; -1 if unknown."),
        Field("vote_granted", "voteGranted", "bool", (0, 2), default=False, about="Whether the vote is given."),
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
_NodeEndpoint = StructSchema(
    "NodeEndpoint",
    (1, 2),
    (
        Field("node_id", "nodeId", "int32", (1, 2), default=0, map_key=True, entity_type="brokerId", about="Node id of the broker or controller."),
        Field("host", "host", "string", (1, 2), default="", about="Name or address of the host."),
        Field("port", "port", "uint16", (1, 2), default=0, about="TCP port."),
    ),
    about="Where the leaders that this response names can be reached.",
)
_VoteResponse = StructSchema(
    "VoteResponse",
    (0, 2),
    (
        Field("error_code", "errorCode", "int16", (0, 2), default=0, about="Error code; 0 for success."),
        Field("topics", "topics", "struct", (0, 2), is_array=True, default=(), struct=_TopicData, about="One entry for each topic."),
        Field("node_endpoints", "nodeEndpoints", "struct", (1, 2), is_array=True, tagged_versions=(1, 2), tag=0, default=(), struct=_NodeEndpoint, about="Where the leaders that this response names can be reached."),
    ),
    about="Grants or refuses the vote and tells of the leader, if one is known.",
)

SCHEMA = MessageSchema(
    "VoteResponse",
    "response",
    52,
    (0, 2),
    (0, 2),
    _VoteResponse,
)
