# Generated from InitializeShareGroupStateResponse.json by `python -m codegen generate`. Do not edit.
"""What InitializeShareGroupStateResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionResult = StructSchema(
    "PartitionResult",
    (0, 0),
    (
        Field("partition", "partition", "int32", (0, 0), default=0, about="Number of the partition."),
        Field("error_code", "errorCode", "int16", (0, 0), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 0), nullable_versions=(0, 0), about="Text of the error; null without one."),
    ),
    about="One entry for each partition.",
)
_InitializeStateResult = StructSchema(
    "InitializeStateResult",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_PartitionResult, about="One entry for each partition."),
    ),
    about="One result for each thing that was asked for.",
)
_InitializeShareGroupStateResponse = StructSchema(
    "InitializeShareGroupStateResponse",
    (0, 0),
    (
        Field("results", "results", "struct", (0, 0), is_array=True, default=(), struct=_InitializeStateResult, about="One result for each thing that was asked for."),
    ),
    about="Answers InitializeShareGroupStateRequest.",
)

SCHEMA = MessageSchema(
    "InitializeShareGroupStateResponse",
    "response",
    83,
    (0, 0),
    (0, 0),
    _InitializeShareGroupStateResponse,
)
