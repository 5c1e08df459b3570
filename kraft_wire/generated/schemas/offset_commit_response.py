# Generated from OffsetCommitResponse.json by `python -m codegen generate`. Do not edit.
"""What OffsetCommitResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_OffsetCommitResponsePartition = StructSchema(
    "OffsetCommitResponsePartition",
    (0, 10),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 10), default=0, about="Number of the partition."),
        Field("error_code", "errorCode", "int16", (0, 10), default=0, about="Error code; 0 for success."),
    ),
    about="One entry for each partition.",
)
_OffsetCommitResponseTopic = StructSchema(
    "OffsetCommitResponseTopic",
    (0, 10),
    (
        Field("name", "name", "string", (0, 9), ignorable=True, default="", entity_type="topicName", about="Name of the topic."),
        Field("topic_id", "topicId", "uuid", (10, 10), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "struct", (0, 10), is_array=True, default=(), struct=_OffsetCommitResponsePartition, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_OffsetCommitResponse = StructSchema(
    "OffsetCommitResponse",
    (0, 10),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (3, 10), ignorable=True, default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("topics", "topics", "struct", (0, 10), is_array=True, default=(), struct=_OffsetCommitResponseTopic, about="One entry for each topic."),
    ),
    about="Answers OffsetCommitRequest.",
)

SCHEMA = MessageSchema(
    "OffsetCommitResponse",
    "response",
    8,
    (0, 10),
    (8, 10),
    _OffsetCommitResponse,
)
