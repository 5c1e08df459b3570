# Generated from DeleteShareGroupOffsetsRequest.json by `python -m codegen generate`. Do not edit.
"""What DeleteShareGroupOffsetsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DeleteShareGroupOffsetsRequestTopic = StructSchema(
    "DeleteShareGroupOffsetsRequestTopic",
    (0, 0),
    (
        Field("topic_name", "topicName", "string", (0, 0), default=""),
    ),
)
_DeleteShareGroupOffsetsRequest = StructSchema(
    "DeleteShareGroupOffsetsRequest",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default=""),
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_DeleteShareGroupOffsetsRequestTopic),
    ),
)

SCHEMA = MessageSchema(
    "DeleteShareGroupOffsetsRequest",
    "request",
    92,
    (0, 0),
    (0, 0),
    _DeleteShareGroupOffsetsRequest,
)
