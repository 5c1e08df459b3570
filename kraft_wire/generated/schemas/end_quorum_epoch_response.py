# Generated from EndQuorumEpochResponse.json by `python -m codegen generate`. Do not edit.
"""What EndQuorumEpochResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionData = StructSchema(
    "PartitionData",
    (0, 1),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 1), default=0, about="Number of the partition."),
        Field("error_code", "errorCode", "int16", (0, 1), default=0, about="Error code; 0 for success."),
        Field("leader_id", "leaderId", "int32", (0, 1), default=0, entity_type="brokerId", about="Node id of the leader; -1 if there is none or it is unknown."),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 1), default=0, about="Epoch of the leader; -1 if unknown."),
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
_EndQuorumEpochResponse = StructSchema(
    "EndQuorumEpochResponse",
    (0, 1),
    (
        Field("error_code", "errorCode", "int16", (0, 1), default=0, about="Error code; 0 for success."),
        Field("topics", "topics", "struct", (0, 1), is_array=True, default=(), struct=_TopicData, about="One entry for each topic."),
        Field("node_endpoints", "nodeEndpoints", "struct", (1, 1), is_array=True, tagged_versions=(1, 1), tag=0, default=(), struct=_NodeEndpoint, about="Where the leaders that this response names can be reached."),
    ),
    about="A voter acknowledges that the leader resigned.",
)

SCHEMA = MessageSchema(
    "EndQuorumEpochResponse",
    "response",
    54,
    (0, 1),
    (1, 1),
    _EndQuorumEpochResponse,
)
