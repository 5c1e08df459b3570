# Generated from ConsumerProtocolSubscription.json by `python -m codegen generate`. Do not edit.
"""What ConsumerProtocolSubscription looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TopicPartition = StructSchema(
    "TopicPartition",
    (1, 3),
    (
        Field("topic", "topic", "string", (1, 3), default=""),
        Field("partitions", "partitions", "int32", (1, 3), is_array=True, default=()),
    ),
)
_ConsumerProtocolSubscription = StructSchema(
    "ConsumerProtocolSubscription",
    (0, 3),
    (
        Field("topics", "topics", "string", (0, 3), is_array=True, default=()),
        Field("user_data", "userData", "bytes", (0, 3), nullable_versions=(0, 3)),
        Field("owned_partitions", "ownedPartitions", "struct", (1, 3), is_array=True, ignorable=True, default=(), struct=_TopicPartition),
        Field("generation_id", "generationId", "int32", (2, 3), ignorable=True, default=-1),
        Field("rack_id", "rackId", "string", (3, 3), nullable_versions=(3, 3), ignorable=True),
    ),
)

SCHEMA = MessageSchema(
    "ConsumerProtocolSubscription",
    "data",
    None,
    (0, 3),
    (0, -1),
    _ConsumerProtocolSubscription,
)
