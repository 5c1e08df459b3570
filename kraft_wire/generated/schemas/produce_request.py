# Generated from ProduceRequest.json by `python -m codegen generate`. Do not edit.
"""What ProduceRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionProduceData = StructSchema(
    "PartitionProduceData",
    (0, 13),
    (
        Field("index", "index", "int32", (0, 13), default=0, about="Number of the partition."),
        Field("records", "records", "records", (0, 13), nullable_versions=(0, 13), about="Record batches."),
    ),
    about="Data by partition.",
)
_TopicProduceData = StructSchema(
    "TopicProduceData",
    (0, 13),
    (
        Field("name", "name", "string", (0, 12), ignorable=True, default="", map_key=True, entity_type="topicName", about="Name of the topic."),
        Field("topic_id", "topicId", "uuid", (13, 13), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', map_key=True, about="Id of the topic; zero if unknown."),
        Field("partition_data", "partitionData", "struct", (0, 13), is_array=True, default=(), struct=_PartitionProduceData, about="Data by partition."),
    ),
    about="Data by topic.",
)
_ProduceRequest = StructSchema(
    "ProduceRequest",
    (0, 13),
    (
        Field("transactional_id", "transactionalId", "string", (3, 13), nullable_versions=(3, 13), entity_type="transactionalId", about="Transactional id of the producer."),
        Field("acks", "acks", "int16", (0, 13), default=0, about="How many acknowledgements to wait for: 0 none, 1 the leader, -1 all in-sync replicas."),
        Field("timeout_ms", "timeoutMs", "int32", (0, 13), default=0, about="Milliseconds that the server may take."),
        Field("topic_data", "topicData", "struct", (0, 13), is_array=True, default=(), struct=_TopicProduceData, about="Data by topic."),
    ),
    about="Writes record batches to partitions.",
)

SCHEMA = MessageSchema(
    "ProduceRequest",
    "request",
    0,
    (0, 13),
    (9, 13),
    _ProduceRequest,
    deprecated_versions=(0, 2),
    listeners=("broker",),
)
