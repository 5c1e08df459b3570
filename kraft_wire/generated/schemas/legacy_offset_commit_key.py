# Generated from LegacyOffsetCommitKey.json by `python -m codegen generate`. Do not edit.
"""What LegacyOffsetCommitKey looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_LegacyOffsetCommitKey = StructSchema(
    "LegacyOffsetCommitKey",
    (0, 0),
    (
        Field("group", "group", "string", (0, 0), default="", about="Id of the group."),
        Field("topic", "topic", "string", (0, 0), default="", about="Name of the topic."),
        Field("partition", "partition", "int32", (0, 0), default=0, about="Number of the partition."),
    ),
    about="Key: an offset committed in the oldest format; same fields as OffsetCommitKey.",
)

SCHEMA = MessageSchema(
    "LegacyOffsetCommitKey",
    "coordinator-key",
    0,
    (0, 0),
    (0, -1),
    _LegacyOffsetCommitKey,
)
