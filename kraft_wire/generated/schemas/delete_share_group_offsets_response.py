# Generated from DeleteShareGroupOffsetsResponse.json by `python -m codegen generate`. Do not edit.
"""What DeleteShareGroupOffsetsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DeleteShareGroupOffsetsResponseTopic = StructSchema(
    "DeleteShareGroupOffsetsResponseTopic",
    (0, 0),
    (
        Field("topic_name", "topicName", "string", (0, 0), default=""),
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("error_code", "errorCode", "int16", (0, 0), default=0),
        Field("error_message", "errorMessage", "string", (0, 0), nullable_versions=(0, 0)),
    ),
)
_DeleteShareGroupOffsetsResponse = StructSchema(
    "DeleteShareGroupOffsetsResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0),
        Field("error_code", "errorCode", "int16", (0, 0), default=0),
        Field("error_message", "errorMessage", "string", (0, 0), nullable_versions=(0, 0)),
        Field("responses", "responses", "struct", (0, 0), is_array=True, default=(), struct=_DeleteShareGroupOffsetsResponseTopic),
    ),
)

SCHEMA = MessageSchema(
    "DeleteShareGroupOffsetsResponse",
    "response",
    92,
    (0, 0),
    (0, 0),
    _DeleteShareGroupOffsetsResponse,
)
