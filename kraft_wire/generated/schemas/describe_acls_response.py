# Generated from DescribeAclsResponse.json by `python -m codegen generate`. Do not edit.
"""What DescribeAclsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AclDescription = StructSchema(
    "AclDescription",
    (0, 3),
    (
        Field("principal", "principal", "string", (0, 3), default=""),
        Field("host", "host", "string", (0, 3), default=""),
        Field("operation", "operation", "int8", (0, 3), default=0),
        Field("permission_type", "permissionType", "int8", (0, 3), default=0),
    ),
)
_DescribeAclsResource = StructSchema(
    "DescribeAclsResource",
    (0, 3),
    (
        Field("resource_type", "resourceType", "int8", (0, 3), default=0),
        Field("resource_name", "resourceName", "string", (0, 3), default=""),
        Field("pattern_type", "patternType", "int8", (1, 3), default=3),
        Field("acls", "acls", "struct", (0, 3), is_array=True, default=(), struct=_AclDescription),
    ),
)
_DescribeAclsResponse = StructSchema(
    "DescribeAclsResponse",
    (0, 3),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 3), default=0),
        Field("error_code", "errorCode", "int16", (0, 3), default=0),
        Field("error_message", "errorMessage", "string", (0, 3), nullable_versions=(0, 3), default=""),
        Field("resources", "resources", "struct", (0, 3), is_array=True, default=(), struct=_DescribeAclsResource),
    ),
)

SCHEMA = MessageSchema(
    "DescribeAclsResponse",
    "response",
    29,
    (0, 3),
    (2, 3),
    _DescribeAclsResponse,
)
