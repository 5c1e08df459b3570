# Generated from DescribeGroupsResponse.json by `python -m codegen generate`. Do not edit.
"""What DescribeGroupsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DescribedGroupMember = StructSchema(
    "DescribedGroupMember",
    (0, 6),
    (
        Field("member_id", "memberId", "string", (0, 6), default=""),
        Field("group_instance_id", "groupInstanceId", "string", (4, 6), nullable_versions=(4, 6), ignorable=True),
        Field("client_id", "clientId", "string", (0, 6), default=""),
        Field("client_host", "clientHost", "string", (0, 6), default=""),
        Field("member_metadata", "memberMetadata", "bytes", (0, 6), default=b''),
        Field("member_assignment", "memberAssignment", "bytes", (0, 6), default=b''),
    ),
)
_DescribedGroup = StructSchema(
    "DescribedGroup",
    (0, 6),
    (
        Field("error_code", "errorCode", "int16", (0, 6), default=0),
        Field("error_message", "errorMessage", "string", (6, 6), nullable_versions=(6, 6)),
        Field("group_id", "groupId", "string", (0, 6), default=""),
        Field("group_state", "groupState", "string", (0, 6), default=""),
        Field("protocol_type", "protocolType", "string", (0, 6), default=""),
        Field("protocol_data", "protocolData", "string", (0, 6), default=""),
        Field("members", "members", "struct", (0, 6), is_array=True, default=(), struct=_DescribedGroupMember),
        Field("authorized_operations", "authorizedOperations", "int32", (3, 6), default=-2147483648),
    ),
)
_DescribeGroupsResponse = StructSchema(
    "DescribeGroupsResponse",
    (0, 6),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (1, 6), ignorable=True, default=0),
        Field("groups", "groups", "struct", (0, 6), is_array=True, default=(), struct=_DescribedGroup),
    ),
)

SCHEMA = MessageSchema(
    "DescribeGroupsResponse",
    "response",
    15,
    (0, 6),
    (5, 6),
    _DescribeGroupsResponse,
)
