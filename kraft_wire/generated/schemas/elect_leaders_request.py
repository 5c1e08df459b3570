# Generated from ElectLeadersRequest.json by `python -m codegen generate`. Do not edit.
"""What ElectLeadersRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TopicPartitions = StructSchema(
    "TopicPartitions",
    (0, 2),
    (
        Field("topic", "topic", "string", (0, 2), default=""),
        Field("partitions", "partitions", "int32", (0, 2), is_array=True, default=()),
    ),
)
_ElectLeadersRequest = StructSchema(
    "ElectLeadersRequest",
    (0, 2),
    (
        Field("election_type", "electionType", "int8", (1, 2), default=0),
        Field("topic_partitions", "topicPartitions", "struct", (0, 2), is_array=True, nullable_versions=(0, 2), default=(), struct=_TopicPartitions),
        Field("timeout_ms", "timeoutMs", "int32", (0, 2), default=60000),
    ),
)

SCHEMA = MessageSchema(
    "ElectLeadersRequest",
    "request",
    43,
    (0, 2),
    (2, 2),
    _ElectLeadersRequest,
)
