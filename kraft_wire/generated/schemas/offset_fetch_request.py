# Generated from OffsetFetchRequest.json by `python -m codegen generate`. Do not edit.
"""What OffsetFetchRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_OffsetFetchRequestTopic = StructSchema(
    "OffsetFetchRequestTopic",
    (0, 7),
    (
        Field("name", "name", "string", (0, 7), default=""),
        Field("partition_indexes", "partitionIndexes", "int32", (0, 7), is_array=True, default=()),
    ),
)
_OffsetFetchRequestTopics = StructSchema(
    "OffsetFetchRequestTopics",
    (8, 10),
    (
        Field("name", "name", "string", (8, 9), ignorable=True, default=""),
        Field("topic_id", "topicId", "uuid", (10, 10), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partition_indexes", "partitionIndexes", "int32", (8, 10), is_array=True, default=()),
    ),
)
_OffsetFetchRequestGroup = StructSchema(
    "OffsetFetchRequestGroup",
    (8, 10),
    (
        Field("group_id", "groupId", "string", (8, 10), default=""),
        Field("member_id", "memberId", "string", (9, 10), nullable_versions=(9, 10), ignorable=True),
        Field("member_epoch", "memberEpoch", "int32", (9, 10), ignorable=True, default=-1),
        Field("topics", "topics", "struct", (8, 10), is_array=True, nullable_versions=(8, 10), default=(), struct=_OffsetFetchRequestTopics),
    ),
)
_OffsetFetchRequest = StructSchema(
    "OffsetFetchRequest",
    (0, 10),
    (
        Field("group_id", "groupId", "string", (0, 7), default=""),
        Field("topics", "topics", "struct", (0, 7), is_array=True, nullable_versions=(2, 7), default=(), struct=_OffsetFetchRequestTopic),
        Field("groups", "groups", "struct", (8, 10), is_array=True, default=(), struct=_OffsetFetchRequestGroup),
        Field("require_stable", "requireStable", "bool", (7, 10), default=False),
    ),
)

SCHEMA = MessageSchema(
    "OffsetFetchRequest",
    "request",
    9,
    (0, 10),
    (6, 10),
    _OffsetFetchRequest,
)
