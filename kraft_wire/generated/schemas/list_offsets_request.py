# Generated from ListOffsetsRequest.json by `python -m codegen generate`. Do not edit.
"""What ListOffsetsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ListOffsetsPartition = StructSchema(
    "ListOffsetsPartition",
    (0, 11),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 11), default=0),
        Field("current_leader_epoch", "currentLeaderEpoch", "int32", (4, 11), ignorable=True, default=-1),
        Field("timestamp", "timestamp", "int64", (0, 11), default=0),
        Field("max_num_offsets", "maxNumOffsets", "int32", (0, 0), default=1),
    ),
)
_ListOffsetsTopic = StructSchema(
    "ListOffsetsTopic",
    (0, 11),
    (
        Field("name", "name", "string", (0, 11), default=""),
        Field("partitions", "partitions", "struct", (0, 11), is_array=True, default=(), struct=_ListOffsetsPartition),
    ),
)
_ListOffsetsRequest = StructSchema(
    "ListOffsetsRequest",
    (0, 11),
    (
        Field("replica_id", "replicaId", "int32", (0, 11), default=0),
        Field("isolation_level", "isolationLevel", "int8", (2, 11), default=0),
        Field("topics", "topics", "struct", (0, 11), is_array=True, default=(), struct=_ListOffsetsTopic),
        Field("timeout_ms", "timeoutMs", "int32", (10, 11), ignorable=True, default=0),
    ),
)

SCHEMA = MessageSchema(
    "ListOffsetsRequest",
    "request",
    2,
    (0, 11),
    (6, 11),
    _ListOffsetsRequest,
)
