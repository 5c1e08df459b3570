# Generated from ConsumerProtocolAssignment.json by `python -m codegen generate`. Do not edit.
"""What ConsumerProtocolAssignment looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TopicPartition = StructSchema(
    "TopicPartition",
    (0, 3),
    (
        Field("topic", "topic", "string", (0, 3), default="", map_key=True, entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "int32", (0, 3), is_array=True, default=(), about="Numbers of the partitions."),
    ),
    about="Partitions that are assigned.",
)
_ConsumerProtocolAssignment = StructSchema(
    "ConsumerProtocolAssignment",
    (0, 3),
    (
        Field("assigned_partitions", "assignedPartitions", "struct", (0, 3), is_array=True, default=(), struct=_TopicPartition, about="Partitions that are assigned."),
        Field("user_data", "userData", "bytes", (0, 3), nullable_versions=(0, 3), about="Bytes of the assignor's own."),
    ),
    about="The assignment that clients of classic groups exchange inside SyncGroup.",
)

SCHEMA = MessageSchema(
    "ConsumerProtocolAssignment",
    "data",
    None,
    (0, 3),
    (0, -1),
    _ConsumerProtocolAssignment,
)
