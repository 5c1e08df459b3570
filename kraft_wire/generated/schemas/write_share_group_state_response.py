# Generated from WriteShareGroupStateResponse.json by `python -m codegen generate`. Do not edit.
"""What WriteShareGroupStateResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionResult = StructSchema(
    "PartitionResult",
    (0, 1),
    (
        Field("partition", "partition", "int32", (0, 1), default=0, about="Number of the partition."),
        Field("error_code", "errorCode", "int16", (0, 1), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 1), nullable_versions=(0, 1), about="Text of the error; null without one."),
    ),
    about="One entry for each partition.",
)
_WriteStateResult = StructSchema(
    "WriteStateResult",
    (0, 1),
    (
        Field("topic_id", "topicId", "uuid", (0, 1), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "struct", (0, 1), is_array=True, default=(), struct=_PartitionResult, about="One entry for each partition."),
    ),
    about="One result for each thing that was asked for.",
)
_WriteShareGroupStateResponse = StructSchema(
    "WriteShareGroupStateResponse",
    (0, 1),
    (
        Field("results", "results", "struct", (0, 1), is_array=True, default=(), struct=_WriteStateResult, about="One result for each thing that was asked for."),
    ),
    about="Answers WriteShareGroupStateRequest.",
)

SCHEMA = MessageSchema(
    "WriteShareGroupStateResponse",
    "response",
    85,
    (0, 1),
    (0, 1),
    _WriteShareGroupStateResponse,
)
