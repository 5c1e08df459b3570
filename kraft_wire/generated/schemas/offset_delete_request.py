# Generated from OffsetDeleteRequest.json by `python -m codegen generate`. Do not edit.
"""What OffsetDeleteRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_OffsetDeleteRequestPartition = StructSchema(
    "OffsetDeleteRequestPartition",
    (0, 0),
    (
        Field("partition_index", "partitionIndex", "int32", (0, 0), default=0, about="Number of the partition."),
    ),
    about="One entry for each partition.",
)
_OffsetDeleteRequestTopic = StructSchema(
    "OffsetDeleteRequestTopic",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default="", map_key=True, entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_OffsetDeleteRequestPartition, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_OffsetDeleteRequest = StructSchema(
    "OffsetDeleteRequest",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default="", entity_type="groupId", about="Id of the group."),
        Field("topics", "topics", "struct", (0, 0), is_array=True, default=(), struct=_OffsetDeleteRequestTopic, about="One entry for each topic."),
    ),
    about="Deletes committed offsets of a group.",
)

SCHEMA = MessageSchema(
    "OffsetDeleteRequest",
    "request",
    47,
    (0, 0),
    (0, -1),
    _OffsetDeleteRequest,
    listeners=("broker",),
)
