# Generated from OffsetFetchRequest.json by `python -m codegen generate`. Do not edit.
"""What OffsetFetchRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_OffsetFetchRequestTopic = StructSchema(
    "OffsetFetchRequestTopic",
    (0, 7),
    (
        Field("name", "name", "string", (0, 7), default="", entity_type="topicName", about="Name of the topic."),
        Field("partition_indexes", "partitionIndexes", "int32", (0, 7), is_array=True, default=(), about="Numbers of partitions."),
    ),
    about="One entry for each topic.",
)
_OffsetFetchRequestTopics = StructSchema(
    "OffsetFetchRequestTopics",
    (8, 10),
    (
        Field("name", "name", "string", (8, 9), ignorable=True, default="", entity_type="topicName", about="Name of the topic."),
        Field("topic_id", "topicId", "uuid", (10, 10), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partition_indexes", "partitionIndexes", "int32", (8, 10), is_array=True, default=(), about="Numbers of partitions."),
    ),
    about="One entry for each topic.",
)
_OffsetFetchRequestGroup = StructSchema(
    "OffsetFetchRequestGroup",
    (8, 10),
    (
        Field("group_id", "groupId", "string", (8, 10), default="", entity_type="groupId", about="Id of the group."),
        Field("member_id", "memberId", "string", (9, 10), nullable_versions=(9, 10), ignorable=True, about="Id of the member."),
        Field("member_epoch", "memberEpoch", "int32", (9, 10), ignorable=True, default=-1, about="Epoch of the member."),
        Field("topics", "topics", "struct", (8, 10), is_array=True, nullable_versions=(8, 10), default=(), struct=_OffsetFetchRequestTopics, about="One entry for each topic."),
    ),
    about="One entry for each group.",
)
_OffsetFetchRequest = StructSchema(
    "OffsetFetchRequest",
    (0, 10),
    (
        Field("group_id", "groupId", "string", (0, 7), default="", entity_type="groupId", about="Id of the group."),
        Field("topics", "topics", "struct", (0, 7), is_array=True, nullable_versions=(2, 7), default=(), struct=_OffsetFetchRequestTopic, about="One entry for each topic."),
        Field("groups", "groups", "struct", (8, 10), is_array=True, default=(), struct=_OffsetFetchRequestGroup, about="One entry for each group."),
        Field("require_stable", "requireStable", "bool", (7, 10), default=False, about="Whether offsets of open transactions are an error instead of being left out."),
    ),
    about="Asks for committed offsets of groups.",
)

SCHEMA = MessageSchema(
    "OffsetFetchRequest",
    "request",
    9,
    (0, 10),
    (6, 10),
    _OffsetFetchRequest,
    deprecated_versions=(0, 0),
    listeners=("broker",),
)
