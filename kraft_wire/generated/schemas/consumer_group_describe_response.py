# Generated from ConsumerGroupDescribeResponse.json by `python -m codegen generate`. Do not edit.
"""What ConsumerGroupDescribeResponse looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_TopicPartitions = StructSchema(
    "TopicPartitions",
    (0, 1),
    (
        Field("topic_id", "topicId", "uuid", (0, 1), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("topic_name", "topicName", "string", (0, 1), default="", entity_type="topicName", about="Name of the topic."),
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
)
_Member = StructSchema(
    "Member",
    (0, 1),
    (
        Field("member_id", "memberId", "string", (0, 1), default="", about="Id of the member."),
        Field("instance_id", "instanceId", "string", (0, 1), nullable_versions=(0, 1), about="Static id of the member; null for a dynamic one."),
        Field("rack_id", "rackId", "string", (0, 1), nullable_versions=(0, 1), about="Rack of the client; null or empty for none."),
        Field("member_epoch", "memberEpoch", "int32", (0, 1), default=0, about="Epoch of the member."),
        Field("client_id", "clientId", "string", (0, 1), default="", about="What the client calls itself."),
        Field("client_host", "clientHost", "string", (0, 1), default="", about="Host that the member connects from."),
        Field("subscribed_topic_names", "subscribedTopicNames", "string", (0, 1), is_array=True, default=(), entity_type="topicName", about="Topics that the member subscribes to by name."),
        Field("subscribed_topic_regex", "subscribedTopicRegex", "string", (0, 1), nullable_versions=(0, 1), about="Regular expression that the member subscribes with."),
        Field("assignment", "assignment", "struct", (0, 1), default=ABSENT, struct=_Assignment, about="What the member is assigned."),
        Field("target_assignment", "targetAssignment", "struct", (0, 1), default=ABSENT, struct=_Assignment, about="What the member shall have."),
        Field("member_type", "memberType", "int8", (1, 1), ignorable=True, default=-1, about="0 classic, 1 consumer, -1 unknown."),
    ),
    about="One entry for each member of the group.",
)
_DescribedGroup = StructSchema(
    "DescribedGroup",
    (0, 1),
    (
        Field("error_code", "errorCode", "int16", (0, 1), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 1), nullable_versions=(0, 1), about="Text of the error; null without one."),
        Field("group_id", "groupId", "string", (0, 1), default="", entity_type="groupId", about="Id of the group."),
        Field("group_state", "groupState", "string", (0, 1), default="", about="State of the group, as text."),
        Field("group_epoch", "groupEpoch", "int32", (0, 1), default=0, about="Epoch of the group, raised by each change of members or subscriptions."),
        Field("assignment_epoch", "assignmentEpoch", "int32", (0, 1), default=0, about="Epoch of the group for which the assignment was computed."),
        Field("assignor_name", "assignorName", "string", (0, 1), default="", about="Name of the assignor in use."),
        Field("members", "members", "struct", (0, 1), is_array=True, default=(), struct=_Member, about="One entry for each member of the group."),
        Field("authorized_operations", "authorizedOperations", "int32", (0, 1), default=-2147483648, about="Operations that the client may do, one bit each; -2147483648 where nobody asked."),
    ),
    about="One entry for each group.",
)
_ConsumerGroupDescribeResponse = StructSchema(
    "ConsumerGroupDescribeResponse",
    (0, 1),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 1), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("groups", "groups", "struct", (0, 1), is_array=True, default=(), struct=_DescribedGroup, about="One entry for each group."),
    ),
    about="Answers ConsumerGroupDescribeRequest.",
)

SCHEMA = MessageSchema(
    "ConsumerGroupDescribeResponse",
    "response",
    69,
    (0, 1),
    (0, 1),
    _ConsumerGroupDescribeResponse,
)
