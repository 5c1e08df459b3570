# Generated from ClearElrRecord.json by `python -m codegen generate`. Do not edit.
"""What ClearElrRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ClearElrRecord = StructSchema(
    "ClearElrRecord",
    (0, 0),
    (
        Field("topic_name", "topicName", "string", (0, 0), default="", entity_type="topicName", about="Name of the topic; empty for all topics."),
    ),
    about="Empties the eligible leader replicas of one topic or of all.",
)

SCHEMA = MessageSchema(
    "ClearElrRecord",
    "metadata",
    28,
    (0, 0),
    (0, 0),
    _ClearElrRecord,
)
