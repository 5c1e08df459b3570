# Generated from DescribeLogDirsRequest.json by `python -m codegen generate`. Do not edit.
"""What DescribeLogDirsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DescribableLogDirTopic = StructSchema(
    "DescribableLogDirTopic",
    (0, 5),
    (
        Field("topic", "topic", "string", (0, 5), default="", map_key=True, entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "int32", (0, 5), is_array=True, default=(), about="Numbers of the partitions."),
    ),
    about="One entry for each topic.",
)
_DescribeLogDirsRequest = StructSchema(
    "DescribeLogDirsRequest",
    (0, 5),
    (
        Field("topics", "topics", "struct", (0, 5), is_array=True, nullable_versions=(0, 5), default=(), struct=_DescribableLogDirTopic, about="One entry for each topic."),
    ),
    about="Asks a broker for its log directories, their space and the replicas in them.",
)

SCHEMA = MessageSchema(
    "DescribeLogDirsRequest",
    "request",
    35,
    (0, 5),
    (2, 5),
    _DescribeLogDirsRequest,
    deprecated_versions=(0, 0),
    listeners=("broker",),
)
