# Generated from CreateAclsRequest.json by `python -m codegen generate`. Do not edit.
"""What CreateAclsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AclCreation = StructSchema(
    "AclCreation",
    (0, 3),
    (
        Field("resource_type", "resourceType", "int8", (0, 3), default=0),
        Field("resource_name", "resourceName", "string", (0, 3), default=""),
        Field("resource_pattern_type", "resourcePatternType", "int8", (1, 3), default=3),
        Field("principal", "principal", "string", (0, 3), default=""),
        Field("host", "host", "string", (0, 3), default=""),
        Field("operation", "operation", "int8", (0, 3), default=0),
        Field("permission_type", "permissionType", "int8", (0, 3), default=0),
    ),
)
_CreateAclsRequest = StructSchema(
    "CreateAclsRequest",
    (0, 3),
    (
        Field("creations", "creations", "struct", (0, 3), is_array=True, default=(), struct=_AclCreation),
    ),
)

SCHEMA = MessageSchema(
    "CreateAclsRequest",
    "request",
    30,
    (0, 3),
    (2, 3),
    _CreateAclsRequest,
)
