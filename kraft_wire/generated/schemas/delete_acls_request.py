# Generated from DeleteAclsRequest.json by `python -m codegen generate`. Do not edit.
"""What DeleteAclsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DeleteAclsFilter = StructSchema(
    "DeleteAclsFilter",
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
_DeleteAclsRequest = StructSchema(
    "DeleteAclsRequest",
    (0, 3),
    (
        Field("filters", "filters", "struct", (0, 3), is_array=True, default=(), struct=_DeleteAclsFilter),
    ),
)

SCHEMA = MessageSchema(
    "DeleteAclsRequest",
    "request",
    31,
    (0, 3),
    (2, 3),
    _DeleteAclsRequest,
)
