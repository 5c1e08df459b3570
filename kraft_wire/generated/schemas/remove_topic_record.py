# Generated from RemoveTopicRecord.json by `python -m codegen generate`. Do not edit.
"""What RemoveTopicRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_RemoveTopicRecord = StructSchema(
    "RemoveTopicRecord",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic to remove."),
    ),
    about="Removes a topic and all its partitions.",
)

SCHEMA = MessageSchema(
    "RemoveTopicRecord",
    "metadata",
    9,
    (0, 0),
    (0, 0),
    _RemoveTopicRecord,
)
