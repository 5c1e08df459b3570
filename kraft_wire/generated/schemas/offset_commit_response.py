# Generated from OffsetCommitResponse.json by `python -m codegen generate`. Do not edit.
"""What OffsetCommitResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_OffsetCommitResponsePartition = StructSchema(
    "OffsetCommitResponsePartition",
    (0, 10),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 10), default=0),
        Field("error_code", "errorCode", "int16", (0, 10), default=0),
    ),
)
_OffsetCommitResponseTopic = StructSchema(
    "OffsetCommitResponseTopic",
    (0, 10),
    (
        Field("name", "name", "string", (0, 9), ignorable=True, default=""),
        Field("topic_id", "topicId", "uuid", (10, 10), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "struct", (0, 10), is_array=True, default=(), struct=_OffsetCommitResponsePartition),
    ),
)
_OffsetCommitResponse = StructSchema(
    "OffsetCommitResponse",
    (0, 10),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (3, 10), ignorable=True, default=0),
        Field("topics", "topics", "struct", (0, 10), is_array=True, default=(), struct=_OffsetCommitResponseTopic),
    ),
)

SCHEMA = MessageSchema(
    "OffsetCommitResponse",
    "response",
    8,
    (0, 10),
    (8, 10),
    _OffsetCommitResponse,
)
