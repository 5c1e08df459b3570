# Generated from MetadataRequest.json by `python -m codegen generate`. Do not edit.
"""What MetadataRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_MetadataRequestTopic = StructSchema(
    "MetadataRequestTopic",
    (0, 13),
    (
        Field("topic_id", "topicId", "uuid", (10, 13), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("name", "name", "string", (0, 13), nullable_versions=(10, 13), default=""),
    ),
)
_MetadataRequest = StructSchema(
    "MetadataRequest",
    (0, 13),
    (
        Field("topics", "topics", "struct", (0, 13), is_array=True, nullable_versions=(1, 13), default=(), struct=_MetadataRequestTopic),
        Field("allow_auto_topic_creation", "allowAutoTopicCreation", "bool", (4, 13), default=True),
        Field("include_cluster_authorized_operations", "includeClusterAuthorizedOperations", "bool", (8, 10), default=False),
        Field("include_topic_authorized_operations", "includeTopicAuthorizedOperations", "bool", (8, 13), default=False),
    ),
)

SCHEMA = MessageSchema(
    "MetadataRequest",
    "request",
    3,
    (0, 13),
    (9, 13),
    _MetadataRequest,
)
