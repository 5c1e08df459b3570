# Generated from BrokerRegistrationRequest.json by `python -m codegen generate`. Do not edit.
"""What BrokerRegistrationRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_Listener = StructSchema(
    "Listener",
    (0, 4),
    (
        Field("name", "name", "string", (0, 4), default=""),
        Field("host", "host", "string", (0, 4), default=""),
        Field("port", "port", "uint16", (0, 4), default=0),
        Field("security_protocol", "securityProtocol", "int16", (0, 4), default=0),
    ),
)
_Feature = StructSchema(
    "Feature",
    (0, 4),
    (
        Field("name", "name", "string", (0, 4), default=""),
        Field("min_supported_version", "minSupportedVersion", "int16", (0, 4), default=0),
        Field("max_supported_version", "maxSupportedVersion", "int16", (0, 4), default=0),
    ),
)
_BrokerRegistrationRequest = StructSchema(
    "BrokerRegistrationRequest",
    (0, 4),
    (
        Field("broker_id", "brokerId", "int32", (0, 4), default=0),
        Field("cluster_id", "clusterId", "string", (0, 4), default=""),
        Field("incarnation_id", "incarnationId", "uuid", (0, 4), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("listeners", "listeners", "struct", (0, 4), is_array=True, default=(), struct=_Listener),
        Field("features", "features", "struct", (0, 4), is_array=True, default=(), struct=_Feature),
        Field("rack", "rack", "string", (0, 4), nullable_versions=(0, 4), default=""),
        Field("is_migrating_zk_broker", "isMigratingZkBroker", "bool", (1, 4), default=False),
        Field("log_dirs", "logDirs", "uuid", (2, 4), is_array=True, ignorable=True, default=()),
        Field("previous_broker_epoch", "previousBrokerEpoch", "int64", (3, 4), ignorable=True, default=-1),
    ),
)

SCHEMA = MessageSchema(
    "BrokerRegistrationRequest",
    "request",
    62,
    (0, 4),
    (0, 4),
    _BrokerRegistrationRequest,
)
