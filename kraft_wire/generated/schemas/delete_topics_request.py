# Generated from DeleteTopicsRequest.json by `python -m codegen generate`. Do not edit.
"""What DeleteTopicsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DeleteTopicState = StructSchema(
    "DeleteTopicState",
    (6, 6),
    (
        Field("name", "name", "string", (6, 6), nullable_versions=(6, 6), entity_type="topicName", about="Name of the topic."),
        Field("topic_id", "topicId", "uuid", (6, 6), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
    ),
    about="One entry for each topic.",
)
_DeleteTopicsRequest = StructSchema(
    "DeleteTopicsRequest",
    (0, 6),
    (
        Field("topics", "topics", "struct", (6, 6), is_array=True, default=(), struct=_DeleteTopicState, about="One entry for each topic."),
        Field("topic_names", "topicNames", "string", (0, 5), is_array=True, ignorable=True, default=(), entity_type="topicName", about="Names of topics."),
        Field("timeout_ms", "timeoutMs", "int32", (0, 6), default=0, about="Milliseconds that the server may take."),
    ),
    about="Deletes topics by name or id.",
)

SCHEMA = MessageSchema(
    "DeleteTopicsRequest",
    "request",
    20,
    (0, 6),
    (4, 6),
    _DeleteTopicsRequest,
    deprecated_versions=(0, 0),
    listeners=("broker", "controller",),
)
