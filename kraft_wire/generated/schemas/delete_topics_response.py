# Generated from DeleteTopicsResponse.json by `python -m codegen generate`. Do not edit.
"""What DeleteTopicsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DeletableTopicResult = StructSchema(
    "DeletableTopicResult",
    (0, 6),
    (
        Field("name", "name", "string", (0, 6), nullable_versions=(6, 6), default="", map_key=True, entity_type="topicName", about="Name of the topic."),
        Field("topic_id", "topicId", "uuid", (6, 6), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("error_code", "errorCode", "int16", (0, 6), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (5, 6), nullable_versions=(5, 6), ignorable=True, about="Text of the error; null without one."),
    ),
    about="One result for each thing that was asked for.",
)
_DeleteTopicsResponse = StructSchema(
    "DeleteTopicsResponse",
    (0, 6),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (1, 6), ignorable=True, default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("responses", "responses", "struct", (0, 6), is_array=True, default=(), struct=_DeletableTopicResult, about="One result for each thing that was asked for."),
    ),
    about="Answers DeleteTopicsRequest.",
)

SCHEMA = MessageSchema(
    "DeleteTopicsResponse",
    "response",
    20,
    (0, 6),
    (4, 6),
    _DeleteTopicsResponse,
)
