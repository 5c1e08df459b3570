# Generated from ListOffsetsResponse.json by `python -m codegen generate`. Do not edit.
"""What ListOffsetsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ListOffsetsPartitionResponse = StructSchema(
    "ListOffsetsPartitionResponse",
    (0, 11),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 11), default=0),
        Field("error_code", "errorCode", "int16", (0, 11), default=0),
        Field("old_style_offsets", "oldStyleOffsets", "int64", (0, 0), is_array=True, default=()),
        Field("timestamp", "timestamp", "int64", (1, 11), default=-1),
        Field("offset", "offset", "int64", (1, 11), default=-1),
        Field("leader_epoch", "leaderEpoch", "int32", (4, 11), default=-1),
    ),
)
_ListOffsetsTopicResponse = StructSchema(
    "ListOffsetsTopicResponse",
    (0, 11),
    (
        Field("name", "name", "string", (0, 11), default=""),
        Field("partitions", "partitions", "struct", (0, 11), is_array=True, default=(), struct=_ListOffsetsPartitionResponse),
    ),
)
_ListOffsetsResponse = StructSchema(
    "ListOffsetsResponse",
    (0, 11),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (2, 11), ignorable=True, default=0),
        Field("topics", "topics", "struct", (0, 11), is_array=True, default=(), struct=_ListOffsetsTopicResponse),
    ),
)

SCHEMA = MessageSchema(
    "ListOffsetsResponse",
    "response",
    2,
    (0, 11),
    (6, 11),
    _ListOffsetsResponse,
)
