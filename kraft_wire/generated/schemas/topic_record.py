# Generated from TopicRecord.json by `python -m codegen generate`. Do not edit.
"""What TopicRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TopicRecord = StructSchema(
    "TopicRecord",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default="", entity_type="topicName", about="Name of the topic."),
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
    ),
    about="Adds a topic; its partitions follow as records of their own.",
)

SCHEMA = MessageSchema(
    "TopicRecord",
    "metadata",
    2,
    (0, 0),
    (0, 0),
    _TopicRecord,
)
