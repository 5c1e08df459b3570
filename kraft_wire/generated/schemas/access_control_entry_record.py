# Generated from AccessControlEntryRecord.json by `python -m codegen generate`. Do not edit.
"""What AccessControlEntryRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AccessControlEntryRecord = StructSchema(
    "AccessControlEntryRecord",
    (0, 0),
    (
        Field("id", "id", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("resource_type", "resourceType", "int8", (0, 0), default=0),
        Field("resource_name", "resourceName", "string", (0, 0), default=""),
        Field("pattern_type", "patternType", "int8", (0, 0), default=0),
        Field("principal", "principal", "string", (0, 0), default=""),
        Field("host", "host", "string", (0, 0), default=""),
        Field("operation", "operation", "int8", (0, 0), default=0),
        Field("permission_type", "permissionType", "int8", (0, 0), default=0),
    ),
)

SCHEMA = MessageSchema(
    "AccessControlEntryRecord",
    "metadata",
    18,
    (0, 0),
    (0, 0),
    _AccessControlEntryRecord,
)
