# Generated from ConsumerGroupHeartbeatRequest.json by `python -m codegen generate`. Do not edit.
"""What ConsumerGroupHeartbeatRequest looks like, as data."""

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
_ConsumerGroupHeartbeatRequest = StructSchema(
    "ConsumerGroupHeartbeatRequest",
    (0, 1),
    (
        Field("group_id", "groupId", "string", (0, 1), default="", entity_type="groupId", about="Id of the group."),
        Field("member_id", "memberId", "string", (0, 1), default="", about="Id of the member."),
        Field("member_epoch", "memberEpoch", "int32", (0, 1), default=0, about="Epoch of the member; 0 to join, -1 to leave, -2 to leave for a while as a static member."),
        Field("instance_id", "instanceId", "string", (0, 1), nullable_versions=(0, 1), about="Static id of the member; null for a dynamic one."),
        Field("rack_id", "rackId", "string", (0, 1), nullable_versions=(0, 1), about="Rack of the client; null or empty for none."),
        Field("rebalance_timeout_ms", "rebalanceTimeoutMs", "int32", (0, 1), default=-1, about="Milliseconds that members have to give back what they must."),
        Field("subscribed_topic_names", "subscribedTopicNames", "string", (0, 1), is_array=True, nullable_versions=(0, 1), entity_type="topicName", about="Topics that the member subscribes to by name."),
        Field("subscribed_topic_regex", "subscribedTopicRegex", "string", (1, 1), nullable_versions=(1, 1), about="Regular expression that the member subscribes with."),
        Field("server_assignor", "serverAssignor", "string", (0, 1), nullable_versions=(0, 1), about="Assignor that the server shall use; null for its own choice."),
        Field("topic_partitions", "topicPartitions", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), struct=_TopicPartitions, about="Partitions by topic."),
    ),
    about="A member of a consumer group of the new protocol (KIP-848) joins, stays, changes its subscription or leaves.",
)

SCHEMA = MessageSchema(
    "ConsumerGroupHeartbeatRequest",
    "request",
    68,
    (0, 1),
    (0, 1),
    _ConsumerGroupHeartbeatRequest,
    listeners=("broker",),
)
