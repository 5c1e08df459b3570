# Generated from ElectLeadersRequest.json by `python -m codegen generate`. Do not edit.
"""What ElectLeadersRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TopicPartitions = StructSchema(
    "TopicPartitions",
    (0, 2),
    (
        Field("topic", "topic", "string", (0, 2), default="", map_key=True, entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "int32", (0, 2), is_array=True, default=(), about="Numbers of the partitions."),
    ),
    about="Partitions by topic.",
)
_ElectLeadersRequest = StructSchema(
    "ElectLeadersRequest",
    (0, 2),
    (
        Field("election_type", "electionType", "int8", (1, 2), default=0, about="0 preferred replica, 1 any live replica, even one out of sync."),
        Field("topic_partitions", "topicPartitions", "struct", (0, 2), is_array=True, nullable_versions=(0, 2), default=(), struct=_TopicPartitions, about="Partitions by topic."),
        Field("timeout_ms", "timeoutMs", "int32", (0, 2), default=60000, about="Milliseconds that the server may take."),
    ),
    about="Triggers the election of partition leaders.",
)

SCHEMA = MessageSchema(
    "ElectLeadersRequest",
    "request",
    43,
    (0, 2),
    (2, 2),
    _ElectLeadersRequest,
    listeners=("broker", "controller",),
)
