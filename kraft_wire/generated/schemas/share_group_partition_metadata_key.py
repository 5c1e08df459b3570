# Generated from ShareGroupPartitionMetadataKey.json by `python -m codegen generate`. Do not edit.
"""What ShareGroupPartitionMetadataKey looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ShareGroupPartitionMetadataKey = StructSchema(
    "ShareGroupPartitionMetadataKey",
    (9, 9),
    (
        Field("group_id", "groupId", "string", (9, 9), default="", about="Id of the group."),
    ),
    about="Key: the topics of a share group in 3.9, which had it in early access.",
)

SCHEMA = MessageSchema(
    "ShareGroupPartitionMetadataKey",
    "data",
    None,
    (9, 9),
    (0, -1),
    _ShareGroupPartitionMetadataKey,
)
