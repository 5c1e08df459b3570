# Generated from ConsumerGroupPartitionMetadataValue.json by `python -m codegen generate`. Do not edit.
"""What ConsumerGroupPartitionMetadataValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionMetadata = StructSchema(
    "PartitionMetadata",
    (0, 0),
    (
        Field("partition", "partition", "int32", (0, 0), default=0),
        Field("racks", "racks", "string", (0, 0), is_array=True, default=()),
    ),
)
_TopicMetadata = StructSchema(
    "TopicMetadata",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("topic_name", "topicName", "string", (0, 0), default=""),
        Field("num_partitions", "numPartitions", "int32", (0, 0), default=0),
        Field("partition_metadata", "partitionMetadata", "struct", (0, 0), is_array=True, default=(), struct=_PartitionMetadata),
    ),
)
_ConsumerGroupPartitionMetadataValue = StructSchema(
    "ConsumerGroupPartitionMetadataValue",
    (0, 0),
    (
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_TopicMetadata),
    ),
)

SCHEMA = MessageSchema(
    "ConsumerGroupPartitionMetadataValue",
    "coordinator-value",
    4,
    (0, 0),
    (0, 0),
    _ConsumerGroupPartitionMetadataValue,
)
