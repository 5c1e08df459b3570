# Generated from ListOffsetsResponse.json by `python -m codegen generate`. Do not edit.
"""What ListOffsetsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ListOffsetsPartitionResponse = StructSchema(
    "ListOffsetsPartitionResponse",
    (0, 11),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 11), default=0, about="Number of the partition."),
        Field("error_code", "errorCode", "int16", (0, 11), default=0, about="Error code; 0 for success."),
        Field("old_style_offsets", "oldStyleOffsets", "int64", (0, 0), is_array=True, default=(), about="Offsets, newest first."),
        Field("timestamp", "timestamp", "int64", (1, 11), default=-1, about="Timestamp of the record found; -1 for none."),
        Field("offset", "offset", "int64", (1, 11), default=-1, about="Offset found; -1 for none."),
        Field("leader_epoch", "leaderEpoch", "int32", (4, 11), default=-1, about="Epoch of the leader; -1 if unknown."),
    ),
    about="One entry for each partition.",
)
_ListOffsetsTopicResponse = StructSchema(
    "ListOffsetsTopicResponse",
    (0, 11),
    (
        Field("name", "name", "string", (0, 11), default="", entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "struct", (0, 11), is_array=True, default=(), struct=_ListOffsetsPartitionResponse, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_ListOffsetsResponse = StructSchema(
    "ListOffsetsResponse",
    (0, 11),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (2, 11), ignorable=True, default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("topics", "topics", "struct", (0, 11), is_array=True, default=(), struct=_ListOffsetsTopicResponse, about="One entry for each topic."),
    ),
    about="Answers ListOffsetsRequest.",
)

SCHEMA = MessageSchema(
    "ListOffsetsResponse",
    "response",
    2,
    (0, 11),
    (6, 11),
    _ListOffsetsResponse,
)
