# Generated from BeginQuorumEpochResponse.json by `python -m codegen generate`. Do not edit.
"""What BeginQuorumEpochResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionData = StructSchema(
    "PartitionData",
    (0, 1),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 1), default=0),
        Field("error_code", "errorCode", "int16", (0, 1), default=0),
        Field("leader_id", "leaderId", "int32", (0, 1), default=0),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 1), default=0),
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
_NodeEndpoint = StructSchema(
    "NodeEndpoint",
    (1, 1),
    (
        Field("node_id", "nodeId", "int32", (1, 1), default=0),
        Field("host", "host", "string", (1, 1), default=""),
        Field("port", "port", "uint16", (1, 1), default=0),
    ),
)
_BeginQuorumEpochResponse = StructSchema(
    "BeginQuorumEpochResponse",
    (0, 1),
    (
        Field("error_code", "errorCode", "int16", (0, 1), default=0),
        Field("topics", "topics", "struct", (0, 1), is_array=True, default=(), struct=_TopicData),
        Field("node_endpoints", "nodeEndpoints", "struct", (1, 1), is_array=True, tagged_versions=(1, 1), tag=0, default=(), struct=_NodeEndpoint),
    ),
)

SCHEMA = MessageSchema(
    "BeginQuorumEpochResponse",
    "response",
    53,
    (0, 1),
    (1, 1),
    _BeginQuorumEpochResponse,
)
