# Generated from ConsumerGroupHeartbeatResponse.json by `python -m codegen generate`. Do not edit.
"""What ConsumerGroupHeartbeatResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TopicPartitions = StructSchema(
    "TopicPartitions",
    (0, 1),
    (
        Field("topic_id", "topicId", "uuid", (0, 1), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "int32", (0, 1), is_array=True, default=()),
    ),
)
_Assignment = StructSchema(
    "Assignment",
    (0, 1),
    (
        Field("topic_partitions", "topicPartitions", "struct", (0, 1), is_array=True, default=(), struct=_TopicPartitions),
    ),
)
_ConsumerGroupHeartbeatResponse = StructSchema(
    "ConsumerGroupHeartbeatResponse",
    (0, 1),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 1), default=0),
        Field("error_code", "errorCode", "int16", (0, 1), default=0),
        Field("error_message", "errorMessage", "string", (0, 1), nullable_versions=(0, 1)),
        Field("member_id", "memberId", "string", (0, 1), nullable_versions=(0, 1)),
        Field("member_epoch", "memberEpoch", "int32", (0, 1), default=0),
        Field("heartbeat_interval_ms", "heartbeatIntervalMs", "int32", (0, 1), default=0),
        Field("assignment", "assignment", "struct", (0, 1), nullable_versions=(0, 1), struct=_Assignment),
    ),
)

SCHEMA = MessageSchema(
    "ConsumerGroupHeartbeatResponse",
    "response",
    68,
    (0, 1),
    (0, 1),
    _ConsumerGroupHeartbeatResponse,
)
