# Generated from AccessControlEntryRecord.json by `python -m codegen generate`. Do not edit.
"""What AccessControlEntryRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AccessControlEntryRecord = StructSchema(
    "AccessControlEntryRecord",
    (0, 0),
    (
        Field("id", "id", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the entry, by which it is removed."),
        Field("resource_type", "resourceType", "int8", (0, 0), default=0, about="2 topic, 3 group, 4 cluster, 5 transactional id, 6 delegation token, 7 user."),
        Field("resource_name", "resourceName", "string", (0, 0), default="", about="Name of the resource."),
        Field("pattern_type", "patternType", "int8", (0, 0), default=0, about="3 literal name, 4 prefix."),
        Field("principal", "principal", "string", (0, 0), default="", about="Principal, as type:name."),
        Field("host", "host", "string", (0, 0), default="", about="Host that the entry is for; * for all."),
        Field("operation", "operation", "int8", (0, 0), default=0, about="Number of the ACL operation."),
        Field("permission_type", "permissionType", "int8", (0, 0), default=0, about="2 deny, 3 allow; 1 any in filters."),
    ),
    about="Adds one access control entry.",
)

SCHEMA = MessageSchema(
    "AccessControlEntryRecord",
    "metadata",
    18,
    (0, 0),
    (0, 0),
    _AccessControlEntryRecord,
)
