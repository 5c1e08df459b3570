# Generated from InitializeShareGroupStateResponse.json by `python -m codegen generate`. Do not edit.
"""What InitializeShareGroupStateResponse looks like, as data."""

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
_InitializeStateResult = StructSchema(
    "InitializeStateResult",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_PartitionResult),
    ),
)
_InitializeShareGroupStateResponse = StructSchema(
    "InitializeShareGroupStateResponse",
    (0, 0),
    (
        Field("results", "results", "struct", (0, 0), is_array=True, default=(), struct=_InitializeStateResult),
    ),
)

SCHEMA = MessageSchema(
    "InitializeShareGroupStateResponse",
    "response",
    83,
    (0, 0),
    (0, 0),
    _InitializeShareGroupStateResponse,
)
