# Generated from ConsumerGroupPartitionMetadataValue.json by `python -m codegen generate`. Do not edit.
"""What ConsumerGroupPartitionMetadataValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PARTITION_METADATA = StructSchema(
    "PartitionMetadata",
    (0, 0),
    (
        Field("partition", "partition", "int32", (0, 0), default=0),
        Field("racks", "racks", "string", (0, 0), is_array=True, default=()),
    ),
)
_TOPIC_METADATA = StructSchema(
    "TopicMetadata",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("topic_name", "topicName", "string", (0, 0), default=""),
        Field("num_partitions", "numPartitions", "int32", (0, 0), default=0),
        Field("partition_metadata", "partitionMetadata", "struct", (0, 0), is_array=True, default=(), struct=_PARTITION_METADATA),
    ),
)
_CONSUMER_GROUP_PARTITION_METADATA_VALUE = StructSchema(
    "ConsumerGroupPartitionMetadataValue",
    (0, 0),
    (
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_TOPIC_METADATA),
    ),
)

SCHEMA = MessageSchema(
    "ConsumerGroupPartitionMetadataValue",
    "coordinator-value",
    4,
    (0, 0),
    (0, 0),
    _CONSUMER_GROUP_PARTITION_METADATA_VALUE,
)
