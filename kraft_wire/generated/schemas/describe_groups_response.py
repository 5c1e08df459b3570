# Generated from DescribeGroupsResponse.json by `python -m codegen generate`. Do not edit.
"""What DescribeGroupsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DescribedGroupMember = StructSchema(
    "DescribedGroupMember",
    (0, 6),
    (
        Field("member_id", "memberId", "string", (0, 6), default="", about="Id of the member."),
        Field("group_instance_id", "groupInstanceId", "string", (4, 6), nullable_versions=(4, 6), ignorable=True, about="Static id of the member; null for a dynamic one."),
        Field("client_id", "clientId", "string", (0, 6), default="", about="What the client calls itself."),
        Field("client_host", "clientHost", "string", (0, 6), default="", about="Host that the member connects from."),
        Field("member_metadata", "memberMetadata", "bytes", (0, 6), default=b'', about="Subscription as the client's protocol encodes it."),
        Field("member_assignment", "memberAssignment", "bytes", (0, 6), default=b'', about="Assignment as the client's protocol encodes it."),
    ),
    about="One entry for each member of the group.",
)
_DescribedGroup = StructSchema(
    "DescribedGroup",
    (0, 6),
    (
        Field("error_code", "errorCode", "int16", (0, 6), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (6, 6), nullable_versions=(6, 6), about="Text of the error; null without one."),
        Field("group_id", "groupId", "string", (0, 6), default="", entity_type="groupId", about="Id of the group."),
        Field("group_state", "groupState", "string", (0, 6), default="", about="State of the group, as text."),
        Field("protocol_type", "protocolType", "string", (0, 6), default="", about="What the members use the group for, such as consumer."),
        Field("protocol_data", "protocolData", "string", (0, 6), default="", about="Name of the protocol (assignor) in use."),
        Field("members", "members", "struct", (0, 6), is_array=True, default=(), struct=_DescribedGroupMember, about="One entry for each member of the group."),
        Field("authorized_operations", "authorizedOperations", "int32", (3, 6), default=-2147483648, about="Operations that the client may do, one bit each; -2147483648 where nobody asked."),
    ),
    about="One entry for each group.",
)
_DescribeGroupsResponse = StructSchema(
    "DescribeGroupsResponse",
    (0, 6),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (1, 6), ignorable=True, default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("groups", "groups", "struct", (0, 6), is_array=True, default=(), struct=_DescribedGroup, about="One entry for each group."),
    ),
    about="Answers DescribeGroupsRequest.",
)

SCHEMA = MessageSchema(
    "DescribeGroupsResponse",
    "response",
    15,
    (0, 6),
    (5, 6),
    _DescribeGroupsResponse,
)
