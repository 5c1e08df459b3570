# Generated from DeleteTopicsRequest.json by `python -m codegen generate`. Do not edit.
"""What DeleteTopicsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DeleteTopicState = StructSchema(
    "DeleteTopicState",
    (6, 6),
    (
        Field("name", "name", "string", (6, 6), nullable_versions=(6, 6)),
        Field("topic_id", "topicId", "uuid", (6, 6), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
    ),
)
_DeleteTopicsRequest = StructSchema(
    "DeleteTopicsRequest",
    (0, 6),
    (
        Field("topics", "topics", "struct", (6, 6), is_array=True, default=(), struct=_DeleteTopicState),
        Field("topic_names", "topicNames", "string", (0, 5), is_array=True, ignorable=True, default=()),
        Field("timeout_ms", "timeoutMs", "int32", (0, 6), default=0),
    ),
)

SCHEMA = MessageSchema(
    "DeleteTopicsRequest",
    "request",
    20,
    (0, 6),
    (4, 6),
    _DeleteTopicsRequest,
)
