# Generated from ConsumerProtocolSubscription.json by `python -m codegen generate`. Do not edit.
"""What ConsumerProtocolSubscription looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TopicPartition = StructSchema(
    "TopicPartition",
    (1, 3),
    (
        Field("topic", "topic", "string", (1, 3), default="", map_key=True, entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "int32", (1, 3), is_array=True, default=(), about="Numbers of the partitions."),
    ),
    about="Partitions that the member has kept.",
)
_ConsumerProtocolSubscription = StructSchema(
    "ConsumerProtocolSubscription",
    (0, 3),
    (
        Field("topics", "topics", "string", (0, 3), is_array=True, default=(), about="Names of the topics."),
        Field("user_data", "userData", "bytes", (0, 3), nullable_versions=(0, 3), about="Bytes of the assignor's own."),
        Field("owned_partitions", "ownedPartitions", "struct", (1, 3), is_array=True, ignorable=True, default=(), struct=_TopicPartition, about="Partitions that the member has kept."),
        Field("generation_id", "generationId", "int32", (2, 3), ignorable=True, default=-1, about="Generation of the classic group."),
        Field("rack_id", "rackId", "string", (3, 3), nullable_versions=(3, 3), ignorable=True, about="Rack of the client; null or empty for none."),
    ),
    about="The subscription that clients of classic groups exchange inside JoinGroup.",
)

SCHEMA = MessageSchema(
    "ConsumerProtocolSubscription",
    "data",
    None,
    (0, 3),
    (0, -1),
    _ConsumerProtocolSubscription,
)
