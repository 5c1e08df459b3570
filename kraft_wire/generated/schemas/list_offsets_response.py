# Generated from ListOffsetsResponse.json by `python -m codegen generate`. Do not edit.
"""What ListOffsetsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_LIST_OFFSETS_PARTITION_RESPONSE = StructSchema(
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
_LIST_OFFSETS_TOPIC_RESPONSE = StructSchema(
    "ListOffsetsTopicResponse",
    (0, 11),
    (
        Field("name", "name", "string", (0, 11), default=""),
        Field("partitions", "partitions", "struct", (0, 11), is_array=True, default=(), struct=_LIST_OFFSETS_PARTITION_RESPONSE),
    ),
)
_LIST_OFFSETS_RESPONSE = StructSchema(
    "ListOffsetsResponse",
    (0, 11),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (2, 11), ignorable=True, default=0),
        Field("topics", "topics", "struct", (0, 11), is_array=True, default=(), struct=_LIST_OFFSETS_TOPIC_RESPONSE),
    ),
)

SCHEMA = MessageSchema(
    "ListOffsetsResponse",
    "response",
    2,
    (0, 11),
    (6, 11),
    _LIST_OFFSETS_RESPONSE,
)
