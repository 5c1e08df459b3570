# Generated from CreateAclsRequest.json by `python -m codegen generate`. Do not edit.
"""What CreateAclsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AclCreation = StructSchema(
    "AclCreation",
    (0, 3),
    (
        Field("resource_type", "resourceType", "int8", (0, 3), default=0, about="Type of the resource."),
        Field("resource_name", "resourceName", "string", (0, 3), default="", about="Name of the resource."),
        Field("resource_pattern_type", "resourcePatternType", "int8", (1, 3), default=3, about="3 literal name, 4 prefix."),
        Field("principal", "principal", "string", (0, 3), default="", about="Principal, as type:name."),
        Field("host", "host", "string", (0, 3), default="", about="Name or address of the host."),
        Field("operation", "operation", "int8", (0, 3), default=0, about="Number of the ACL operation."),
        Field("permission_type", "permissionType", "int8", (0, 3), default=0, about="2 deny, 3 allow; 1 any in filters."),
    ),
    about="Access control entries to add.",
)
_CreateAclsRequest = StructSchema(
    "CreateAclsRequest",
    (0, 3),
    (
        Field("creations", "creations", "struct", (0, 3), is_array=True, default=(), struct=_AclCreation, about="Access control entries to add."),
    ),
    about="Adds access control entries.",
)

SCHEMA = MessageSchema(
    "CreateAclsRequest",
    "request",
    30,
    (0, 3),
    (2, 3),
    _CreateAclsRequest,
    deprecated_versions=(0, 0),
    listeners=("broker", "controller",),
)
