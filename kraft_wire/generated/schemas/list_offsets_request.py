# Generated from ListOffsetsRequest.json by `python -m codegen generate`. Do not edit.
"""What ListOffsetsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ListOffsetsPartition = StructSchema(
    "ListOffsetsPartition",
    (0, 11),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 11), default=0, about="Number of the partition."),
        Field("current_leader_epoch", "currentLeaderEpoch", "int32", (4, 11), ignorable=True, default=-1, about="Leader epoch that the sender believes in, for fencing; -1 if it knows none."),
        Field("timestamp", "timestamp", "int64", (0, 11), default=0, about="Timestamp to look for; -1 latest, -2 earliest, -3 highest timestamp, -4 earliest local, -5 latest tiered, -6 earliest not yet uploaded."),
        Field("max_num_offsets", "maxNumOffsets", "int32", (0, 0), default=1, about="How many offsets to tell."),
    ),
    about="One entry for each partition.",
)
_ListOffsetsTopic = StructSchema(
    "ListOffsetsTopic",
    (0, 11),
    (
        Field("name", "name", "string", (0, 11), default="", entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "struct", (0, 11), is_array=True, default=(), struct=_ListOffsetsPartition, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_ListOffsetsRequest = StructSchema(
    "ListOffsetsRequest",
    (0, 11),
    (
        Field("replica_id", "replicaId", "int32", (0, 11), default=0, entity_type="brokerId", about="Node id of the replica; -1 for a client."),
        Field("isolation_level", "isolationLevel", "int8", (2, 11), default=0, about="0 read uncommitted, 1 read committed: nothing beyond the last stable offset."),
        Field("topics", "topics", "struct", (0, 11), is_array=True, default=(), struct=_ListOffsetsTopic, about="One entry for each topic."),
        Field("timeout_ms", "timeoutMs", "int32", (10, 11), ignorable=True, default=0, about="Milliseconds that the server may take."),
    ),
    about="Asks for offsets by timestamp, or for the first, last and other special ones.",
)

SCHEMA = MessageSchema(
    "ListOffsetsRequest",
    "request",
    2,
    (0, 11),
    (6, 11),
    _ListOffsetsRequest,
    deprecated_versions=(0, 0),
    listeners=("broker",),
)
