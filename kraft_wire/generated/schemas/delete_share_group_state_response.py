# Generated from DeleteShareGroupStateResponse.json by `python -m codegen generate`. Do not edit.
"""What DeleteShareGroupStateResponse looks like, as data."""

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
_DeleteStateResult = StructSchema(
    "DeleteStateResult",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_PartitionResult, about="One entry for each partition."),
    ),
    about="One result for each thing that was asked for.",
)
_DeleteShareGroupStateResponse = StructSchema(
    "DeleteShareGroupStateResponse",
    (0, 0),
    (
        Field("results", "results", "struct", (0, 0), is_array=True, default=(), struct=_DeleteStateResult, about="One result for each thing that was asked for."),
    ),
    about="Answers DeleteShareGroupStateRequest.",
)

SCHEMA = MessageSchema(
    "DeleteShareGroupStateResponse",
    "response",
    86,
    (0, 0),
    (0, 0),
    _DeleteShareGroupStateResponse,
)
