# Generated from ProduceRequest.json by `python -m codegen generate`. Do not edit.
"""What ProduceRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionProduceData = StructSchema(
    "PartitionProduceData",
    (0, 13),
    (
        Field("index", "index", "int32", (0, 13), default=0),
        Field("records", "records", "records", (0, 13), nullable_versions=(0, 13)),
    ),
)
_TopicProduceData = StructSchema(
    "TopicProduceData",
    (0, 13),
    (
        Field("name", "name", "string", (0, 12), ignorable=True, default=""),
        Field("topic_id", "topicId", "uuid", (13, 13), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partition_data", "partitionData", "struct", (0, 13), is_array=True, default=(), struct=_PartitionProduceData),
    ),
)
_ProduceRequest = StructSchema(
    "ProduceRequest",
    (0, 13),
    (
        Field("transactional_id", "transactionalId", "string", (3, 13), nullable_versions=(3, 13)),
        Field("acks", "acks", "int16", (0, 13), default=0),
        Field("timeout_ms", "timeoutMs", "int32", (0, 13), default=0),
        Field("topic_data", "topicData", "struct", (0, 13), is_array=True, default=(), struct=_TopicProduceData),
    ),
)

SCHEMA = MessageSchema(
    "ProduceRequest",
    "request",
    0,
    (0, 13),
    (9, 13),
    _ProduceRequest,
)
