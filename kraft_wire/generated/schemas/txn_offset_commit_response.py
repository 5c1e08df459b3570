# Generated from TxnOffsetCommitResponse.json by `python -m codegen generate`. Do not edit.
"""What TxnOffsetCommitResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TxnOffsetCommitResponsePartition = StructSchema(
    "TxnOffsetCommitResponsePartition",
    (0, 6),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 6), default=0, about="Number of the partition."),
        Field("error_code", "errorCode", "int16", (0, 6), default=0, about="Error code; 0 for success."),
    ),
    about="One entry for each partition.",
)
_TxnOffsetCommitResponseTopic = StructSchema(
    "TxnOffsetCommitResponseTopic",
    (0, 6),
    (
        Field("name", "name", "string", (0, 5), ignorable=True, default="", entity_type="topicName", about="Name of the topic."),
        Field("topic_id", "topicId", "uuid", (6, 6), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "struct", (0, 6), is_array=True, default=(), struct=_TxnOffsetCommitResponsePartition, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_TxnOffsetCommitResponse = StructSchema(
    "TxnOffsetCommitResponse",
    (0, 6),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 6), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("topics", "topics", "struct", (0, 6), is_array=True, default=(), struct=_TxnOffsetCommitResponseTopic, about="One entry for each topic."),
    ),
    about="Answers TxnOffsetCommitRequest.",
)

SCHEMA = MessageSchema(
    "TxnOffsetCommitResponse",
    "response",
    28,
    (0, 6),
    (3, 6),
    _TxnOffsetCommitResponse,
)
