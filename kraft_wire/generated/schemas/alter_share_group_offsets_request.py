# Generated from AlterShareGroupOffsetsRequest.json by `python -m codegen generate`. Do not edit.
"""What AlterShareGroupOffsetsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AlterShareGroupOffsetsRequestPartition = StructSchema(
    "AlterShareGroupOffsetsRequestPartition",
    (0, 0),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 0), default=0, about="Number of the partition."),
        Field("start_offset", "startOffset", "int64", (0, 0), default=0, about="First offset."),
    ),
    about="One entry for each partition.",
)
_AlterShareGroupOffsetsRequestTopic = StructSchema(
    "AlterShareGroupOffsetsRequestTopic",
    (0, 0),
    (
        Field("topic_name", "topicName", "string", (0, 0), default="", map_key=True, entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_AlterShareGroupOffsetsRequestPartition, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_AlterShareGroupOffsetsRequest = StructSchema(
    "AlterShareGroupOffsetsRequest",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default="", entity_type="groupId", about="Id of the group."),
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_AlterShareGroupOffsetsRequestTopic, about="One entry for each topic."),
    ),
    about="Resets the start offsets of a share group.",
)

SCHEMA = MessageSchema(
    "AlterShareGroupOffsetsRequest",
    "request",
    91,
    (0, 0),
    (0, 0),
    _AlterShareGroupOffsetsRequest,
    listeners=("broker",),
)
