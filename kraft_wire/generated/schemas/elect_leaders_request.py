# Generated from ElectLeadersRequest.json by `python -m codegen generate`. Do not edit.
"""What ElectLeadersRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TOPIC_PARTITIONS = StructSchema(
    "TopicPartitions",
    (0, 2),
    (
        Field("topic", "topic", "string", (0, 2), default=""),
        Field("partitions", "partitions", "int32", (0, 2), is_array=True, default=()),
    ),
)
_ELECT_LEADERS_REQUEST = StructSchema(
    "ElectLeadersRequest",
    (0, 2),
    (
        Field("election_type", "electionType", "int8", (1, 2), default=0),
        Field("topic_partitions", "topicPartitions", "struct", (0, 2), is_array=True, nullable_versions=(0, 2), default=(), struct=_TOPIC_PARTITIONS),
        Field("timeout_ms", "timeoutMs", "int32", (0, 2), default=60000),
    ),
)

SCHEMA = MessageSchema(
    "ElectLeadersRequest",
    "request",
    43,
    (0, 2),
    (2, 2),
    _ELECT_LEADERS_REQUEST,
)
