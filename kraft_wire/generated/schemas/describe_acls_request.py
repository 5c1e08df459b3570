# Generated from DescribeAclsRequest.json by `python -m codegen generate`. Do not edit.
"""What DescribeAclsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DescribeAclsRequest = StructSchema(
    "DescribeAclsRequest",
    (0, 3),
    (
        Field("resource_type_filter", "resourceTypeFilter", "int8", (0, 3), default=0, about="Resource type to match; 1 for any."),
        Field("resource_name_filter", "resourceNameFilter", "string", (0, 3), nullable_versions=(0, 3), default="", about="Resource name to match; null for any."),
        Field("pattern_type_filter", "patternTypeFilter", "int8", (1, 3), default=3, about="Pattern type to match: 1 any, 2 whatever matches the name, 3 literal, 4 prefix."),
        Field("principal_filter", "principalFilter", "string", (0, 3), nullable_versions=(0, 3), default="", about="Principal to match; null for any."),
        Field("host_filter", "hostFilter", "string", (0, 3), nullable_versions=(0, 3), default="", about="Host to match; null for any."),
        Field("operation", "operation", "int8", (0, 3), default=0, about="Number of the ACL operation."),
        Field("permission_type", "permissionType", "int8", (0, 3), default=0, about="2 deny, 3 allow; 1 any in filters."),
    ),
    about="Lists the access control entries that match a filter.",
)

SCHEMA = MessageSchema(
    "DescribeAclsRequest",
    "request",
    29,
    (0, 3),
    (2, 3),
    _DescribeAclsRequest,
    deprecated_versions=(0, 0),
    listeners=("broker", "controller",),
)
