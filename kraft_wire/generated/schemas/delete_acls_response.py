# Generated from DeleteAclsResponse.json by `python -m codegen generate`. Do not edit.
"""What DeleteAclsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DeleteAclsMatchingAcl = StructSchema(
    "DeleteAclsMatchingAcl",
    (0, 3),
    (
        Field("error_code", "errorCode", "int16", (0, 3), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 3), nullable_versions=(0, 3), default="", about="Text of the error; null without one."),
        Field("resource_type", "resourceType", "int8", (0, 3), default=0, about="Type of the resource."),
        Field("resource_name", "resourceName", "string", (0, 3), default="", about="Name of the resource."),
        Field("pattern_type", "patternType", "int8", (1, 3), default=3, about="3 literal name, 4 prefix."),
        Field("principal", "principal", "string", (0, 3), default="", about="Principal, as type:name."),
        Field("host", "host", "string", (0, 3), default="", about="Name or address of the host."),
        Field("operation", "operation", "int8", (0, 3), default=0, about="Number of the ACL operation."),
        Field("permission_type", "permissionType", "int8", (0, 3), default=0, about="2 deny, 3 allow; 1 any in filters."),
    ),
    about="Entries that the filter matched.",
)
_DeleteAclsFilterResult = StructSchema(
    "DeleteAclsFilterResult",
    (0, 3),
    (
        Field("error_code", "errorCode", "int16", (0, 3), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 3), nullable_versions=(0, 3), default="", about="Text of the error; null without one."),
        Field("matching_acls", "matchingAcls", "struct", (0, 3), is_array=True, default=(), struct=_DeleteAclsMatchingAcl, about="Entries that the filter matched."),
    ),
    about="What each filter matched.",
)
_DeleteAclsResponse = StructSchema(
    "DeleteAclsResponse",
    (0, 3),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 3), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("filter_results", "filterResults", "struct", (0, 3), is_array=True, default=(), struct=_DeleteAclsFilterResult, about="What each filter matched."),
    ),
    about="Answers DeleteAclsRequest.",
)

SCHEMA = MessageSchema(
    "DeleteAclsResponse",
    "response",
    31,
    (0, 3),
    (2, 3),
    _DeleteAclsResponse,
)
