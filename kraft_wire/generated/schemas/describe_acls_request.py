# Generated from DescribeAclsRequest.json by `python -m codegen generate`. Do not edit.
"""What DescribeAclsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DescribeAclsRequest = StructSchema(
    "DescribeAclsRequest",
    (0, 3),
    (
        Field("resource_type_filter", "resourceTypeFilter", "int8", (0, 3), default=0),
        Field("resource_name_filter", "resourceNameFilter", "string", (0, 3), nullable_versions=(0, 3), default=""),
        Field("pattern_type_filter", "patternTypeFilter", "int8", (1, 3), default=3),
        Field("principal_filter", "principalFilter", "string", (0, 3), nullable_versions=(0, 3), default=""),
        Field("host_filter", "hostFilter", "string", (0, 3), nullable_versions=(0, 3), default=""),
        Field("operation", "operation", "int8", (0, 3), default=0),
        Field("permission_type", "permissionType", "int8", (0, 3), default=0),
    ),
)

SCHEMA = MessageSchema(
    "DescribeAclsRequest",
    "request",
    29,
    (0, 3),
    (2, 3),
    _DescribeAclsRequest,
)
