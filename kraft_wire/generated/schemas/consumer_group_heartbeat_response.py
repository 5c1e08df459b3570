# Generated from ConsumerGroupHeartbeatResponse.json by `python -m codegen generate`. Do not edit.
"""What ConsumerGroupHeartbeatResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TopicPartitions = StructSchema(
    "TopicPartitions",
    (0, 1),
    (
        Field("topic_id", "topicId", "uuid", (0, 1), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "int32", (0, 1), is_array=True, default=(), about="Numbers of the partitions."),
    ),
    about="Partitions by topic.",
)
_Assignment = StructSchema(
    "Assignment",
    (0, 1),
    (
        Field("topic_partitions", "topicPartitions", "struct", (0, 1), is_array=True, default=(), struct=_TopicPartitions, about="Partitions by topic."),
    ),
    about="What the member is assigned.",
)
_ConsumerGroupHeartbeatResponse = StructSchema(
    "ConsumerGroupHeartbeatResponse",
    (0, 1),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 1), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 1), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 1), nullable_versions=(0, 1), about="Text of the error; null without one."),
        Field("member_id", "memberId", "string", (0, 1), nullable_versions=(0, 1), about="Id of the member."),
        Field("member_epoch", "memberEpoch", "int32", (0, 1), default=0, about="Epoch of the member."),
        Field("heartbeat_interval_ms", "heartbeatIntervalMs", "int32", (0, 1), default=0, about="Milliseconds between heartbeats."),
        Field("assignment", "assignment", "struct", (0, 1), nullable_versions=(0, 1), struct=_Assignment, about="What the member is assigned."),
    ),
    about="Tells the member its epoch and what it is assigned.",
)

SCHEMA = MessageSchema(
    "ConsumerGroupHeartbeatResponse",
    "response",
    68,
    (0, 1),
    (0, 1),
    _ConsumerGroupHeartbeatResponse,
)
