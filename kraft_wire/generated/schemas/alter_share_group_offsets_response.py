# Generated from AlterShareGroupOffsetsResponse.json by `python -m codegen generate`. Do not edit.
"""What AlterShareGroupOffsetsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AlterShareGroupOffsetsResponsePartition = StructSchema(
    "AlterShareGroupOffsetsResponsePartition",
    (0, 0),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 0), default=0, about="Number of the partition."),
        Field("error_code", "errorCode", "int16", (0, 0), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 0), nullable_versions=(0, 0), about="Text of the error; null without one."),
    ),
    about="One entry for each partition.",
)
_AlterShareGroupOffsetsResponseTopic = StructSchema(
    "AlterShareGroupOffsetsResponseTopic",
    (0, 0),
    (
        Field("topic_name", "topicName", "string", (0, 0), default="", map_key=True, entity_type="topicName", about="Name of the topic."),
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_AlterShareGroupOffsetsResponsePartition, about="One entry for each partition."),
    ),
    about="One result for each thing that was asked for.",
)
_AlterShareGroupOffsetsResponse = StructSchema(
    "AlterShareGroupOffsetsResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 0), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 0), nullable_versions=(0, 0), about="Text of the error; null without one."),
        Field("responses", "responses", "struct", (0, 0), is_array=True, default=(), struct=_AlterShareGroupOffsetsResponseTopic, about="One result for each thing that was asked for."),
    ),
    about="Answers AlterShareGroupOffsetsRequest.",
)

SCHEMA = MessageSchema(
    "AlterShareGroupOffsetsResponse",
    "response",
    91,
    (0, 0),
    (0, 0),
    _AlterShareGroupOffsetsResponse,
)
