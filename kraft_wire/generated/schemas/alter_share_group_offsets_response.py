# Generated from AlterShareGroupOffsetsResponse.json by `python -m codegen generate`. Do not edit.
"""What AlterShareGroupOffsetsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AlterShareGroupOffsetsResponsePartition = StructSchema(
    "AlterShareGroupOffsetsResponsePartition",
    (0, 0),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 0), default=0),
        Field("error_code", "errorCode", "int16", (0, 0), default=0),
        Field("error_message", "errorMessage", "string", (0, 0), nullable_versions=(0, 0)),
    ),
)
_AlterShareGroupOffsetsResponseTopic = StructSchema(
    "AlterShareGroupOffsetsResponseTopic",
    (0, 0),
    (
        Field("topic_name", "topicName", "string", (0, 0), default=""),
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_AlterShareGroupOffsetsResponsePartition),
    ),
)
_AlterShareGroupOffsetsResponse = StructSchema(
    "AlterShareGroupOffsetsResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0),
        Field("error_code", "errorCode", "int16", (0, 0), default=0),
        Field("error_message", "errorMessage", "string", (0, 0), nullable_versions=(0, 0)),
        Field("responses", "responses", "struct", (0, 0), is_array=True, default=(), struct=_AlterShareGroupOffsetsResponseTopic),
    ),
)

SCHEMA = MessageSchema(
    "AlterShareGroupOffsetsResponse",
    "response",
    91,
    (0, 0),
    (0, 0),
    _AlterShareGroupOffsetsResponse,
)
