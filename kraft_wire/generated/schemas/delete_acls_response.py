# Generated from DeleteAclsResponse.json by `python -m codegen generate`. Do not edit.
"""What DeleteAclsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DeleteAclsMatchingAcl = StructSchema(
    "DeleteAclsMatchingAcl",
    (0, 3),
    (
        Field("error_code", "errorCode", "int16", (0, 3), default=0),
        Field("error_message", "errorMessage", "string", (0, 3), nullable_versions=(0, 3), default=""),
        Field("resource_type", "resourceType", "int8", (0, 3), default=0),
        Field("resource_name", "resourceName", "string", (0, 3), default=""),
        Field("pattern_type", "patternType", "int8", (1, 3), default=3),
        Field("principal", "principal", "string", (0, 3), default=""),
        Field("host", "host", "string", (0, 3), default=""),
        Field("operation", "operation", "int8", (0, 3), default=0),
        Field("permission_type", "permissionType", "int8", (0, 3), default=0),
    ),
)
_DeleteAclsFilterResult = StructSchema(
    "DeleteAclsFilterResult",
    (0, 3),
    (
        Field("error_code", "errorCode", "int16", (0, 3), default=0),
        Field("error_message", "errorMessage", "string", (0, 3), nullable_versions=(0, 3), default=""),
        Field("matching_acls", "matchingAcls", "struct", (0, 3), is_array=True, default=(), struct=_DeleteAclsMatchingAcl),
    ),
)
_DeleteAclsResponse = StructSchema(
    "DeleteAclsResponse",
    (0, 3),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 3), default=0),
        Field("filter_results", "filterResults", "struct", (0, 3), is_array=True, default=(), struct=_DeleteAclsFilterResult),
    ),
)

SCHEMA = MessageSchema(
    "DeleteAclsResponse",
    "response",
    31,
    (0, 3),
    (2, 3),
    _DeleteAclsResponse,
)
