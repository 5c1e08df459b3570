# Generated from ShareGroupStatePartitionMetadataKey.json by `python -m codegen generate`. Do not edit.
"""What ShareGroupStatePartitionMetadataKey looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ShareGroupStatePartitionMetadataKey = StructSchema(
    "ShareGroupStatePartitionMetadataKey",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default="", about="Id of the group."),
    ),
    about="Key: which partitions of a share group the share coordinator keeps.",
)

SCHEMA = MessageSchema(
    "ShareGroupStatePartitionMetadataKey",
    "coordinator-key",
    15,
    (0, 0),
    (0, -1),
    _ShareGroupStatePartitionMetadataKey,
)
