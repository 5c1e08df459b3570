# Generated from DescribeQuorumResponse.json by `python -m codegen generate`. Do not edit.
"""What DescribeQuorumResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ReplicaState = StructSchema(
    "ReplicaState",
    (0, 2),
    (
        Field("replica_id", "replicaId", "int32", (0, 2), default=0),
        Field("replica_directory_id", "replicaDirectoryId", "uuid", (2, 2), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("log_end_offset", "logEndOffset", "int64", (0, 2), default=0),
        Field("last_fetch_timestamp", "lastFetchTimestamp", "int64", (1, 2), ignorable=True, default=-1),
        Field("last_caught_up_timestamp", "lastCaughtUpTimestamp", "int64", (1, 2), ignorable=True, default=-1),
    ),
)
_PartitionData = StructSchema(
    "PartitionData",
    (0, 2),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 2), default=0),
        Field("error_code", "errorCode", "int16", (0, 2), default=0),
        Field("error_message", "errorMessage", "string", (2, 2), nullable_versions=(2, 2), ignorable=True, default=""),
        Field("leader_id", "leaderId", "int32", (0, 2), default=0),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 2), default=0),
        Field("high_watermark", "highWatermark", "int64", (0, 2), default=0),
        Field("current_voters", "currentVoters", "struct", (0, 2), is_array=True, default=(), struct=_ReplicaState),
        Field("observers", "observers", "struct", (0, 2), is_array=True, default=(), struct=_ReplicaState),
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
_Listener = StructSchema(
    "Listener",
    (2, 2),
    (
        Field("name", "name", "string", (2, 2), default=""),
        Field("host", "host", "string", (2, 2), default=""),
        Field("port", "port", "uint16", (2, 2), default=0),
    ),
)
_Node = StructSchema(
    "Node",
    (2, 2),
    (
        Field("node_id", "nodeId", "int32", (2, 2), default=0),
        Field("listeners", "listeners", "struct", (2, 2), is_array=True, default=(), struct=_Listener),
    ),
)
_DescribeQuorumResponse = StructSchema(
    "DescribeQuorumResponse",
    (0, 2),
    (
        Field("error_code", "errorCode", "int16", (0, 2), default=0),
        Field("error_message", "errorMessage", "string", (2, 2), nullable_versions=(2, 2), ignorable=True, default=""),
        Field("topics", "topics", "struct", (0, 2), is_array=True, default=(), struct=_TopicData),
        Field("nodes", "nodes", "struct", (2, 2), is_array=True, default=(), struct=_Node),
    ),
)

SCHEMA = MessageSchema(
    "DescribeQuorumResponse",
    "response",
    55,
    (0, 2),
    (0, 2),
    _DescribeQuorumResponse,
)
