# Generated from ShareGroupMetadataValue.json by `python -m codegen generate`. Do not edit.
"""What ShareGroupMetadataValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ShareGroupMetadataValue = StructSchema(
    "ShareGroupMetadataValue",
    (0, 0),
    (
        Field("epoch", "epoch", "int32", (0, 0), default=0, about="Epoch of the group."),
        Field("metadata_hash", "metadataHash", "int64", (0, 0), default=0, about="Hash of the metadata of all subscribed topics."),
    ),
    about="The epoch of a share group.",
)

SCHEMA = MessageSchema(
    "ShareGroupMetadataValue",
    "coordinator-value",
    11,
    (0, 0),
    (0, 0),
    _ShareGroupMetadataValue,
)
