# Generated from OffsetForLeaderEpochResponse.json by `python -m codegen generate`. Do not edit.
"""What OffsetForLeaderEpochResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_EpochEndOffset = StructSchema(
    "EpochEndOffset",
    (0, 4),
    (
        Field("error_code", "errorCode", "int16", (0, 4), default=0, about="Error code; 0 for success."),
        Field("partition", "partition", "int32", (0, 4), default=0, about="Number of the partition."),
        Field("leader_epoch", "leaderEpoch", "int32", (1, 4), ignorable=True, default=-1, about="Epoch of the leader; -1 if unknown."),
        Field("end_offset", "endOffset", "int64", (0, 4), default=-1, about="Where the epoch ends, exclusive; -1 if unknown."),
    ),
    about="One entry for each partition.",
)
_OffsetForLeaderTopicResult = StructSchema(
    "OffsetForLeaderTopicResult",
    (0, 4),
    (
        Field("topic", "topic", "string", (0, 4), default="", map_key=True, entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "struct", (0, 4), is_array=True, default=(), struct=_EpochEndOffset, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_OffsetForLeaderEpochResponse = StructSchema(
    "OffsetForLeaderEpochResponse",
    (0, 4),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (2, 4), ignorable=True, default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("topics", "topics", "struct", (0, 4), is_array=True, default=(), struct=_OffsetForLeaderTopicResult, about="One entry for each topic."),
    ),
    about="Answers OffsetForLeaderEpochRequest.",
)

SCHEMA = MessageSchema(
    "OffsetForLeaderEpochResponse",
    "response",
    23,
    (0, 4),
    (4, 4),
    _OffsetForLeaderEpochResponse,
)
