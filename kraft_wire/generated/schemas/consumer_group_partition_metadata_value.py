# Generated from ConsumerGroupPartitionMetadataValue.json by `python -m codegen generate`. Do not edit.
"""What ConsumerGroupPartitionMetadataValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionMetadata = StructSchema(
    "PartitionMetadata",
    (0, 0),
    (
        Field("partition", "partition", "int32", (0, 0), default=0, about="Number of the partition."),
        Field("racks", "racks", "string", (0, 0), is_array=True, default=(), about="Racks of the partition's replicas."),
    ),
    about="Racks by partition.",
)
_TopicMetadata = StructSchema(
    "TopicMetadata",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("topic_name", "topicName", "string", (0, 0), default="", about="Name of the topic."),
        Field("num_partitions", "numPartitions", "int32", (0, 0), default=0, about="Number of partitions; -1 for the default."),
        Field("partition_metadata", "partitionMetadata", "struct", (0, 0), is_array=True, default=(), struct=_PartitionMetadata, about="Racks by partition."),
    ),
    about="One entry for each topic.",
)
_ConsumerGroupPartitionMetadataValue = StructSchema(
    "ConsumerGroupPartitionMetadataValue",
    (0, 0),
    (
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_TopicMetadata, about="One entry for each topic."),
    ),
    about="Topics of a consumer group's subscriptions, with partitions and racks; superseded by MetadataHash.",
)

SCHEMA = MessageSchema(
    "ConsumerGroupPartitionMetadataValue",
    "coordinator-value",
    4,
    (0, 0),
    (0, 0),
    _ConsumerGroupPartitionMetadataValue,
)
