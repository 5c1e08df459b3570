# Generated from DescribeProducersRequest.json by `python -m codegen generate`. Do not edit.
"""What DescribeProducersRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TopicRequest = StructSchema(
    "TopicRequest",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default="", map_key=True, entity_type="topicName", about="Name of the topic."),
        Field("partition_indexes", "partitionIndexes", "int32", (0, 0), is_array=True, default=(), about="Numbers of partitions."),
    ),
    about="One entry for each topic.",
)
_DescribeProducersRequest = StructSchema(
    "DescribeProducersRequest",
    (0, 0),
    (
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_TopicRequest, about="One entry for each topic."),
    ),
    about="Asks which producers write to partitions, and for their open transactions.",
)

SCHEMA = MessageSchema(
    "DescribeProducersRequest",
    "request",
    61,
    (0, 0),
    (0, 0),
    _DescribeProducersRequest,
    listeners=("broker",),
)
