# Generated from TxnOffsetCommitResponse.json by `python -m codegen generate`. Do not edit.
"""What TxnOffsetCommitResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TxnOffsetCommitResponsePartition = StructSchema(
    "TxnOffsetCommitResponsePartition",
    (0, 6),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 6), default=0),
        Field("error_code", "errorCode", "int16", (0, 6), default=0),
    ),
)
_TxnOffsetCommitResponseTopic = StructSchema(
    "TxnOffsetCommitResponseTopic",
    (0, 6),
    (
        Field("name", "name", "string", (0, 5), ignorable=True, default=""),
        Field("topic_id", "topicId", "uuid", (6, 6), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "struct", (0, 6), is_array=True, default=(), struct=_TxnOffsetCommitResponsePartition),
    ),
)
_TxnOffsetCommitResponse = StructSchema(
    "TxnOffsetCommitResponse",
    (0, 6),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 6), default=0),
        Field("topics", "topics", "struct", (0, 6), is_array=True, default=(), struct=_TxnOffsetCommitResponseTopic),
    ),
)

SCHEMA = MessageSchema(
    "TxnOffsetCommitResponse",
    "response",
    28,
    (0, 6),
    (3, 6),
    _TxnOffsetCommitResponse,
)
