# Generated from ConsumerGroupDescribeResponse.json by `python -m codegen generate`. Do not edit.
"""What ConsumerGroupDescribeResponse looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_TopicPartitions = StructSchema(
    "TopicPartitions",
    (0, 1),
    (
        Field("topic_id", "topicId", "uuid", (0, 1), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("topic_name", "topicName", "string", (0, 1), default=""),
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
_Member = StructSchema(
    "Member",
    (0, 1),
    (
        Field("member_id", "memberId", "string", (0, 1), default=""),
        Field("instance_id", "instanceId", "string", (0, 1), nullable_versions=(0, 1)),
        Field("rack_id", "rackId", "string", (0, 1), nullable_versions=(0, 1)),
        Field("member_epoch", "memberEpoch", "int32", (0, 1), default=0),
        Field("client_id", "clientId", "string", (0, 1), default=""),
        Field("client_host", "clientHost", "string", (0, 1), default=""),
        Field("subscribed_topic_names", "subscribedTopicNames", "string", (0, 1), is_array=True, default=()),
        Field("subscribed_topic_regex", "subscribedTopicRegex", "string", (0, 1), nullable_versions=(0, 1)),
        Field("assignment", "assignment", "struct", (0, 1), default=ABSENT, struct=_Assignment),
        Field("target_assignment", "targetAssignment", "struct", (0, 1), default=ABSENT, struct=_Assignment),
        Field("member_type", "memberType", "int8", (1, 1), ignorable=True, default=-1),
    ),
)
_DescribedGroup = StructSchema(
    "DescribedGroup",
    (0, 1),
    (
        Field("error_code", "errorCode", "int16", (0, 1), default=0),
        Field("error_message", "errorMessage", "string", (0, 1), nullable_versions=(0, 1)),
        Field("group_id", "groupId", "string", (0, 1), default=""),
        Field("group_state", "groupState", "string", (0, 1), default=""),
        Field("group_epoch", "groupEpoch", "int32", (0, 1), default=0),
        Field("assignment_epoch", "assignmentEpoch", "int32", (0, 1), default=0),
        Field("assignor_name", "assignorName", "string", (0, 1), default=""),
        Field("members", "members", "struct", (0, 1), is_array=True, default=(), struct=_Member),
        Field("authorized_operations", "authorizedOperations", "int32", (0, 1), default=-2147483648),
    ),
)
_ConsumerGroupDescribeResponse = StructSchema(
    "ConsumerGroupDescribeResponse",
    (0, 1),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 1), default=0),
        Field("groups", "groups", "struct", (0, 1), is_array=True, default=(), struct=_DescribedGroup),
    ),
)

SCHEMA = MessageSchema(
    "ConsumerGroupDescribeResponse",
    "response",
    69,
    (0, 1),
    (0, 1),
    _ConsumerGroupDescribeResponse,
)
