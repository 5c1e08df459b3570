# Generated from DescribeAclsResponse.json by `python -m codegen generate`. Do not edit.
"""What DescribeAclsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AclDescription = StructSchema(
    "AclDescription",
    (0, 3),
    (
        Field("principal", "principal", "string", (0, 3), default="", about="Principal, as type:name."),
        Field("host", "host", "string", (0, 3), default="", about="Name or address of the host."),
        Field("operation", "operation", "int8", (0, 3), default=0, about="Number of the ACL operation."),
        Field("permission_type", "permissionType", "int8", (0, 3), default=0, about="2 deny, 3 allow; 1 any in filters."),
    ),
    about="Access control entries.",
)
_DescribeAclsResource = StructSchema(
    "DescribeAclsResource",
    (0, 3),
    (
        Field("resource_type", "resourceType", "int8", (0, 3), default=0, about="Type of the resource."),
        Field("resource_name", "resourceName", "string", (0, 3), default="", about="Name of the resource."),
        Field("pattern_type", "patternType", "int8", (1, 3), default=3, about="3 literal name, 4 prefix."),
        Field("acls", "acls", "struct", (0, 3), is_array=True, default=(), struct=_AclDescription, about="Access control entries."),
    ),
    about="One entry for each resource.",
)
_DescribeAclsResponse = StructSchema(
    "DescribeAclsResponse",
    (0, 3),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 3), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 3), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 3), nullable_versions=(0, 3), default="", about="Text of the error; null without one."),
        Field("resources", "resources", "struct", (0, 3), is_array=True, default=(), struct=_DescribeAclsResource, about="One entry for each resource."),
    ),
    about="Answers DescribeAclsRequest.",
)

SCHEMA = MessageSchema(
    "DescribeAclsResponse",
    "response",
    29,
    (0, 3),
    (2, 3),
    _DescribeAclsResponse,
)
