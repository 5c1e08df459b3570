# Generated from CreatePartitionsResponse.json by `python -m codegen generate`. Do not edit.
"""What CreatePartitionsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_CreatePartitionsTopicResult = StructSchema(
    "CreatePartitionsTopicResult",
    (0, 3),
    (
        Field("name", "name", "string", (0, 3), default=""),
        Field("error_code", "errorCode", "int16", (0, 3), default=0),
        Field("error_message", "errorMessage", "string", (0, 3), nullable_versions=(0, 3)),
    ),
)
_CreatePartitionsResponse = StructSchema(
    "CreatePartitionsResponse",
    (0, 3),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 3), default=0),
        Field("results", "results", "struct", (0, 3), is_array=True, default=(), struct=_CreatePartitionsTopicResult),
    ),
)

SCHEMA = MessageSchema(
    "CreatePartitionsResponse",
    "response",
    37,
    (0, 3),
    (2, 3),
    _CreatePartitionsResponse,
)
