# Generated from ControllerRegistrationRequest.json by `python -m codegen generate`. Do not edit.
"""What ControllerRegistrationRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_Listener = StructSchema(
    "Listener",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default=""),
        Field("host", "host", "string", (0, 0), default=""),
        Field("port", "port", "uint16", (0, 0), default=0),
        Field("security_protocol", "securityProtocol", "int16", (0, 0), default=0),
    ),
)
_Feature = StructSchema(
    "Feature",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default=""),
        Field("min_supported_version", "minSupportedVersion", "int16", (0, 0), default=0),
        Field("max_supported_version", "maxSupportedVersion", "int16", (0, 0), default=0),
    ),
)
_ControllerRegistrationRequest = StructSchema(
    "ControllerRegistrationRequest",
    (0, 0),
    (
        Field("controller_id", "controllerId", "int32", (0, 0), default=0),
        Field("incarnation_id", "incarnationId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("zk_migration_ready", "zkMigrationReady", "bool", (0, 0), default=False),
        Field("listeners", "listeners", "struct", (0, 0), is_array=True, default=(), struct=_Listener),
        Field("features", "features", "struct", (0, 0), is_array=True, default=(), struct=_Feature),
    ),
)

SCHEMA = MessageSchema(
    "ControllerRegistrationRequest",
    "request",
    70,
    (0, 0),
    (0, 0),
    _ControllerRegistrationRequest,
)
