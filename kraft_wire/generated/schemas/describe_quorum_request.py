# Generated from DescribeQuorumRequest.json by `python -m codegen generate`. Do not edit.
"""What DescribeQuorumRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionData = StructSchema(
    "PartitionData",
    (0, 2),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 2), default=0),
    ),
)
_TopicData = StructSchema(
    "TopicData",
    (0, 2),
    (
        Field("topic_name", "topicName", "string", (0, 2), default=""),
        Field("partitions", "partitions", "struct", (0, 2), is_array=True, default=(), struct=_PartitionData),
    ),
)
_DescribeQuorumRequest = StructSchema(
    "DescribeQuorumRequest",
    (0, 2),
    (
        Field("topics", "topics", "struct", (0, 2), is_array=True, default=(), struct=_TopicData),
    ),
)

SCHEMA = MessageSchema(
    "DescribeQuorumRequest",
    "request",
    55,
    (0, 2),
    (0, 2),
    _DescribeQuorumRequest,
)
