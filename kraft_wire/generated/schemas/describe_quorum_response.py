# Generated from DescribeQuorumResponse.json by `python -m codegen generate`. Do not edit.
"""What DescribeQuorumResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ReplicaState = StructSchema(
    "ReplicaState",
    (0, 2),
    (
        Field("replica_id", "replicaId", "int32", (0, 2), default=0, entity_type="brokerId", about="Node id of the replica."),
        Field("replica_directory_id", "replicaDirectoryId", "uuid", (2, 2), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Directory id of the replica; zero if unknown."),
        Field("log_end_offset", "logEndOffset", "int64", (0, 2), default=0, about="End of the replica's log, exclusive; -1 if unknown."),
        Field("last_fetch_timestamp", "lastFetchTimestamp", "int64", (1, 2), ignorable=True, default=-1, about="When the replica last fetched, in milliseconds since 1970 by the leader's clock; -1 if unknown."),
        Field("last_caught_up_timestamp", "lastCaughtUpTimestamp", "int64", (1, 2), ignorable=True, default=-1, about="When the replica last had all of the leader's log, in milliseconds since 1970 by the leader's clock; -1 if unknown."),
    ),
)
_PartitionData = StructSchema(
    "PartitionData",
    (0, 2),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 2), default=0, about="Number of the partition."),
        Field("error_code", "errorCode", "int16", (0, 2), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (2, 2), nullable_versions=(2, 2), ignorable=True, default="", about="Text of the error; null without one."),
        Field("leader_id", "leaderId", "int32", (0, 2), default=0, entity_type="brokerId", about="Node id of the leader; -1 if there is none or it is unknown."),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 2), default=0, about="Epoch of the leader; -1 if unknown."),
        Field("high_watermark", "highWatermark", "int64", (0, 2), default=0, about="End of what the quorum has committed, exclusive; -1 if the leader does not know yet."),
        Field("current_voters", "currentVoters", "struct", (0, 2), is_array=True, default=(), struct=_ReplicaState, about="Voters and how far each has got."),
        Field("observers", "observers", "struct", (0, 2), is_array=True, default=(), struct=_ReplicaState, about="Other replicas that fetched lately, and how far each has got."),
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
_Listener = StructSchema(
    "Listener",
    (2, 2),
    (
        Field("name", "name", "string", (2, 2), default="", map_key=True, about="Name of the listener."),
        Field("host", "host", "string", (2, 2), default="", about="Name or address of the host."),
        Field("port", "port", "uint16", (2, 2), default=0, about="TCP port."),
    ),
    about="Where the node can be reached.",
)
_Node = StructSchema(
    "Node",
    (2, 2),
    (
        Field("node_id", "nodeId", "int32", (2, 2), default=0, map_key=True, entity_type="brokerId", about="Node id of the broker or controller."),
        Field("listeners", "listeners", "struct", (2, 2), is_array=True, default=(), struct=_Listener, about="Where the node can be reached."),
    ),
    about="Where the voters can be reached.",
)
_DescribeQuorumResponse = StructSchema(
    "DescribeQuorumResponse",
    (0, 2),
    (
        Field("error_code", "errorCode", "int16", (0, 2), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (2, 2), nullable_versions=(2, 2), ignorable=True, default="", about="Text of the error; null without one."),
        Field("topics", "topics", "struct", (0, 2), is_array=True, default=(), struct=_TopicData, about="One entry for each topic."),
        Field("nodes", "nodes", "struct", (2, 2), is_array=True, default=(), struct=_Node, about="Where the voters can be reached."),
    ),
    about="What the leader knows of its quorum; other replicas answer with an error and the leader.",
)

SCHEMA = MessageSchema(
    "DescribeQuorumResponse",
    "response",
    55,
    (0, 2),
    (0, 2),
    _DescribeQuorumResponse,
)
