# Generated from DescribeQuorumRequest.json by `python -m codegen generate`. Do not edit.
"""What DescribeQuorumRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionData = StructSchema(
    "PartitionData",
    (0, 2),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 2), default=0, about="Number of the partition."),
    ),
    about="One entry for each partition.",
)
_TopicData = StructSchema(
    "TopicData",
    (0, 2),
    (
        Field("topic_name", "topicName", "string", (0, 2), default="", entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "struct", (0, 2), is_array=True, default=(), struct=_PartitionData, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_DescribeQuorumRequest = StructSchema(
    "DescribeQuorumRequest",
    (0, 2),
    (
        Field("topics", "topics", "struct", (0, 2), is_array=True, default=(), struct=_TopicData, about="One entry for each topic."),
    ),
    about="Asks the leader of the metadata quorum for voters, observers and how far each has got.",
)

SCHEMA = MessageSchema(
    "DescribeQuorumRequest",
    "request",
    55,
    (0, 2),
    (0, 2),
    _DescribeQuorumRequest,
    listeners=("broker", "controller",),
)
