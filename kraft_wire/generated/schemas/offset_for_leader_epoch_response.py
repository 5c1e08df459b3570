# Generated from OffsetForLeaderEpochResponse.json by `python -m codegen generate`. Do not edit.
"""What OffsetForLeaderEpochResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_EpochEndOffset = StructSchema(
    "EpochEndOffset",
    (0, 4),
    (
        Field("error_code", "errorCode", "int16", (0, 4), default=0),
        Field("partition", "partition", "int32", (0, 4), default=0),
        Field("leader_epoch", "leaderEpoch", "int32", (1, 4), ignorable=True, default=-1),
        Field("end_offset", "endOffset", "int64", (0, 4), default=-1),
    ),
)
_OffsetForLeaderTopicResult = StructSchema(
    "OffsetForLeaderTopicResult",
    (0, 4),
    (
        Field("topic", "topic", "string", (0, 4), default=""),
        Field("partitions", "partitions", "struct", (0, 4), is_array=True, default=(), struct=_EpochEndOffset),
    ),
)
_OffsetForLeaderEpochResponse = StructSchema(
    "OffsetForLeaderEpochResponse",
    (0, 4),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (2, 4), ignorable=True, default=0),
        Field("topics", "topics", "struct", (0, 4), is_array=True, default=(), struct=_OffsetForLeaderTopicResult),
    ),
)

SCHEMA = MessageSchema(
    "OffsetForLeaderEpochResponse",
    "response",
    23,
    (0, 4),
    (4, 4),
    _OffsetForLeaderEpochResponse,
)
