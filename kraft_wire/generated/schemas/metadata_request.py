# Generated from MetadataRequest.json by `python -m codegen generate`. Do not edit.
"""What MetadataRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_MetadataRequestTopic = StructSchema(
    "MetadataRequestTopic",
    (0, 13),
    (
        Field("topic_id", "topicId", "uuid", (10, 13), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("name", "name", "string", (0, 13), nullable_versions=(10, 13), default="", entity_type="topicName", about="Name of the topic."),
    ),
    about="One entry for each topic.",
)
_MetadataRequest = StructSchema(
    "MetadataRequest",
    (0, 13),
    (
        Field("topics", "topics", "struct", (0, 13), is_array=True, nullable_versions=(1, 13), default=(), struct=_MetadataRequestTopic, about="One entry for each topic."),
        Field("allow_auto_topic_creation", "allowAutoTopicCreation", "bool", (4, 13), default=True, about="Whether a topic that is asked for and missing may be created."),
        Field("include_cluster_authorized_operations", "includeClusterAuthorizedOperations", "bool", (8, 10), default=False, about="Whether to tell what the client may do with the cluster."),
        Field("include_topic_authorized_operations", "includeTopicAuthorizedOperations", "bool", (8, 13), default=False, about="Whether to tell what the client may do with topics."),
    ),
    about="Asks for brokers, topics, partitions and leaders.",
)

SCHEMA = MessageSchema(
    "MetadataRequest",
    "request",
    3,
    (0, 13),
    (9, 13),
    _MetadataRequest,
    listeners=("broker",),
)
