# Generated from DeleteShareGroupStateResponse.json by `python -m codegen generate`. Do not edit.
"""What DeleteShareGroupStateResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionResult = StructSchema(
    "PartitionResult",
    (0, 0),
    (
        Field("partition", "partition", "int32", (0, 0), default=0),
        Field("error_code", "errorCode", "int16", (0, 0), default=0),
        Field("error_message", "errorMessage", "string", (0, 0), nullable_versions=(0, 0)),
    ),
)
_DeleteStateResult = StructSchema(
    "DeleteStateResult",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_PartitionResult),
    ),
)
_DeleteShareGroupStateResponse = StructSchema(
    "DeleteShareGroupStateResponse",
    (0, 0),
    (
        Field("results", "results", "struct", (0, 0), is_array=True, default=(), struct=_DeleteStateResult),
    ),
)

SCHEMA = MessageSchema(
    "DeleteShareGroupStateResponse",
    "response",
    86,
    (0, 0),
    (0, 0),
    _DeleteShareGroupStateResponse,
)
