# Generated from OffsetCommitKey.json by `python -m codegen generate`. Do not edit.
"""What OffsetCommitKey looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_OffsetCommitKey = StructSchema(
    "OffsetCommitKey",
    (0, 0),
    (
        Field("group", "group", "string", (0, 0), default="", about="Id of the group."),
        Field("topic", "topic", "string", (0, 0), default="", about="Name of the topic."),
        Field("partition", "partition", "int32", (0, 0), default=0, about="Number of the partition."),
    ),
    about="Key: an offset that a group committed.",
)

SCHEMA = MessageSchema(
    "OffsetCommitKey",
    "coordinator-key",
    1,
    (0, 0),
    (0, -1),
    _OffsetCommitKey,
)
