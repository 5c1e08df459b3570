# Generated from DeleteShareGroupOffsetsRequest.json by `python -m codegen generate`. Do not edit.
"""What DeleteShareGroupOffsetsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DeleteShareGroupOffsetsRequestTopic = StructSchema(
    "DeleteShareGroupOffsetsRequestTopic",
    (0, 0),
    (
        Field("topic_name", "topicName", "string", (0, 0), default="", entity_type="topicName", about="Name of the topic."),
    ),
    about="One entry for each topic.",
)
_DeleteShareGroupOffsetsRequest = StructSchema(
    "DeleteShareGroupOffsetsRequest",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default="", entity_type="groupId", about="Id of the group."),
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_DeleteShareGroupOffsetsRequestTopic, about="One entry for each topic."),
    ),
    about="Deletes what a share group knows of topics.",
)

SCHEMA = MessageSchema(
    "DeleteShareGroupOffsetsRequest",
    "request",
    92,
    (0, 0),
    (0, 0),
    _DeleteShareGroupOffsetsRequest,
    listeners=("broker",),
)
