# Generated from ShareUpdateKey.json by `python -m codegen generate`. Do not edit.
"""What ShareUpdateKey looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ShareUpdateKey = StructSchema(
    "ShareUpdateKey",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default="", about="Id of the group."),
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partition", "partition", "int32", (0, 0), default=0, about="Number of the partition."),
    ),
    about="Key: a share partition; its value is what changed.",
)

SCHEMA = MessageSchema(
    "ShareUpdateKey",
    "coordinator-key",
    1,
    (0, 0),
    (0, -1),
    _ShareUpdateKey,
)
