# Generated from RegisterControllerRecord.json by `python -m codegen generate`. Do not edit.
"""What RegisterControllerRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ControllerEndpoint = StructSchema(
    "ControllerEndpoint",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default=""),
        Field("host", "host", "string", (0, 0), default=""),
        Field("port", "port", "uint16", (0, 0), default=0),
        Field("security_protocol", "securityProtocol", "int16", (0, 0), default=0),
    ),
)
_ControllerFeature = StructSchema(
    "ControllerFeature",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default=""),
        Field("min_supported_version", "minSupportedVersion", "int16", (0, 0), default=0),
        Field("max_supported_version", "maxSupportedVersion", "int16", (0, 0), default=0),
    ),
)
_RegisterControllerRecord = StructSchema(
    "RegisterControllerRecord",
    (0, 0),
    (
        Field("controller_id", "controllerId", "int32", (0, 0), default=0),
        Field("incarnation_id", "incarnationId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("zk_migration_ready", "zkMigrationReady", "bool", (0, 0), default=False),
        Field("end_points", "endPoints", "struct", (0, 0), is_array=True, default=(), struct=_ControllerEndpoint),
        Field("features", "features", "struct", (0, 0), is_array=True, default=(), struct=_ControllerFeature),
    ),
)

SCHEMA = MessageSchema(
    "RegisterControllerRecord",
    "metadata",
    27,
    (0, 0),
    (0, 0),
    _RegisterControllerRecord,
)
