# Generated from ConsumerGroupHeartbeatRequest.json by `python -m codegen generate`. Do not edit.
"""What ConsumerGroupHeartbeatRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TopicPartitions = StructSchema(
    "TopicPartitions",
    (0, 1),
    (
        Field("topic_id", "topicId", "uuid", (0, 1), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "int32", (0, 1), is_array=True, default=()),
    ),
)
_ConsumerGroupHeartbeatRequest = StructSchema(
    "ConsumerGroupHeartbeatRequest",
    (0, 1),
    (
        Field("group_id", "groupId", "string", (0, 1), default=""),
        Field("member_id", "memberId", "string", (0, 1), default=""),
        Field("member_epoch", "memberEpoch", "int32", (0, 1), default=0),
        Field("instance_id", "instanceId", "string", (0, 1), nullable_versions=(0, 1)),
        Field("rack_id", "rackId", "string", (0, 1), nullable_versions=(0, 1)),
        Field("rebalance_timeout_ms", "rebalanceTimeoutMs", "int32", (0, 1), default=-1),
        Field("subscribed_topic_names", "subscribedTopicNames", "string", (0, 1), is_array=True, nullable_versions=(0, 1)),
        Field("subscribed_topic_regex", "subscribedTopicRegex", "string", (1, 1), nullable_versions=(1, 1)),
        Field("server_assignor", "serverAssignor", "string", (0, 1), nullable_versions=(0, 1)),
        Field("topic_partitions", "topicPartitions", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), struct=_TopicPartitions),
    ),
)

SCHEMA = MessageSchema(
    "ConsumerGroupHeartbeatRequest",
    "request",
    68,
    (0, 1),
    (0, 1),
    _ConsumerGroupHeartbeatRequest,
)
