# Generated from DeleteTopicsResponse.json by `python -m codegen generate`. Do not edit.
"""What DeleteTopicsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DeletableTopicResult = StructSchema(
    "DeletableTopicResult",
    (0, 6),
    (
        Field("name", "name", "string", (0, 6), nullable_versions=(6, 6), default=""),
        Field("topic_id", "topicId", "uuid", (6, 6), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("error_code", "errorCode", "int16", (0, 6), default=0),
        Field("error_message", "errorMessage", "string", (5, 6), nullable_versions=(5, 6), ignorable=True),
    ),
)
_DeleteTopicsResponse = StructSchema(
    "DeleteTopicsResponse",
    (0, 6),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (1, 6), ignorable=True, default=0),
        Field("responses", "responses", "struct", (0, 6), is_array=True, default=(), struct=_DeletableTopicResult),
    ),
)

SCHEMA = MessageSchema(
    "DeleteTopicsResponse",
    "response",
    20,
    (0, 6),
    (4, 6),
    _DeleteTopicsResponse,
)
