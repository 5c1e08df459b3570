# Generated from ControllerRegistrationRequest.json by `python -m codegen generate`. Do not edit.
"""What ControllerRegistrationRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_Listener = StructSchema(
    "Listener",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default="", map_key=True, about="Name of the listener."),
        Field("host", "host", "string", (0, 0), default="", about="Name or address of the host."),
        Field("port", "port", "uint16", (0, 0), default=0, about="TCP port."),
        Field("security_protocol", "securityProtocol", "int16", (0, 0), default=0, about="0 PLAINTEXT, 1 SSL, 2 SASL_PLAINTEXT, 3 SASL_SSL."),
    ),
    about="Where the node can be reached.",
)
_Feature = StructSchema(
    "Feature",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default="", map_key=True, about="Name of the feature."),
        Field("min_supported_version", "minSupportedVersion", "int16", (0, 0), default=0, about="Lowest level that the node supports."),
        Field("max_supported_version", "maxSupportedVersion", "int16", (0, 0), default=0, about="Highest level that the node supports."),
    ),
    about="Features that the node supports, with their levels.",
)
_ControllerRegistrationRequest = StructSchema(
    "ControllerRegistrationRequest",
    (0, 0),
    (
        Field("controller_id", "controllerId", "int32", (0, 0), default=0, about="Node id of the controller; -1 if there is none."),
        Field("incarnation_id", "incarnationId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Random id of the process, new at each start."),
        Field("zk_migration_ready", "zkMigrationReady", "bool", (0, 0), default=False, about="Whether a controller is configured for a migration from ZooKeeper."),
        Field("listeners", "listeners", "struct", (0, 0), is_array=True, default=(), struct=_Listener, about="Where the node can be reached."),
        Field("features", "features", "struct", (0, 0), is_array=True, default=(), struct=_Feature, about="Features that the node supports, with their levels."),
    ),
    about="A controller that starts registers with the active controller.",
)

SCHEMA = MessageSchema(
    "ControllerRegistrationRequest",
    "request",
    70,
    (0, 0),
    (0, 0),
    _ControllerRegistrationRequest,
    listeners=("controller",),
)
