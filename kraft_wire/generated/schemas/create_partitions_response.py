# Generated from CreatePartitionsResponse.json by `python -m codegen generate`. Do not edit.
"""What CreatePartitionsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_CreatePartitionsTopicResult = StructSchema(
    "CreatePartitionsTopicResult",
    (0, 3),
    (
        Field("name", "name", "string", (0, 3), default="", entity_type="topicName", about="Name of the topic."),
        Field("error_code", "errorCode", "int16", (0, 3), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 3), nullable_versions=(0, 3), about="Text of the error; null without one."),
    ),
    about="One result for each thing that was asked for.",
)
_CreatePartitionsResponse = StructSchema(
    "CreatePartitionsResponse",
    (0, 3),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 3), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("results", "results", "struct", (0, 3), is_array=True, default=(), struct=_CreatePartitionsTopicResult, about="One result for each thing that was asked for."),
    ),
    about="Answers CreatePartitionsRequest.",
)

SCHEMA = MessageSchema(
    "CreatePartitionsResponse",
    "response",
    37,
    (0, 3),
    (2, 3),
    _CreatePartitionsResponse,
)
