# Generated from ConsumerGroupMetadataValue.json by `python -m codegen generate`. Do not edit.
"""What ConsumerGroupMetadataValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ConsumerGroupMetadataValue = StructSchema(
    "ConsumerGroupMetadataValue",
    (0, 0),
    (
        Field("epoch", "epoch", "int32", (0, 0), default=0, about="Epoch of the group."),
        Field("metadata_hash", "metadataHash", "int64", (0, 0), tagged_versions=(0, 0), tag=0, default=0, about="Hash of the metadata of all subscribed topics."),
    ),
    about="The epoch of a consumer group of the new protocol.",
)

SCHEMA = MessageSchema(
    "ConsumerGroupMetadataValue",
    "coordinator-value",
    3,
    (0, 0),
    (0, 0),
    _ConsumerGroupMetadataValue,
)
