# Generated from RegisterBrokerRecord.json by `python -m codegen generate`. Do not edit.
"""What RegisterBrokerRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_BrokerEndpoint = StructSchema(
    "BrokerEndpoint",
    (0, 4),
    (
        Field("name", "name", "string", (0, 4), default=""),
        Field("host", "host", "string", (0, 4), default=""),
        Field("port", "port", "uint16", (0, 4), default=0),
        Field("security_protocol", "securityProtocol", "int16", (0, 4), default=0),
    ),
)
_BrokerFeature = StructSchema(
    "BrokerFeature",
    (0, 4),
    (
        Field("name", "name", "string", (0, 4), default=""),
        Field("min_supported_version", "minSupportedVersion", "int16", (0, 4), default=0),
        Field("max_supported_version", "maxSupportedVersion", "int16", (0, 4), default=0),
    ),
)
_RegisterBrokerRecord = StructSchema(
    "RegisterBrokerRecord",
    (0, 4),
    (
        Field("broker_id", "brokerId", "int32", (0, 4), default=0),
        Field("is_migrating_zk_broker", "isMigratingZkBroker", "bool", (2, 4), default=False),
        Field("incarnation_id", "incarnationId", "uuid", (0, 4), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("broker_epoch", "brokerEpoch", "int64", (0, 4), default=0),
        Field("end_points", "endPoints", "struct", (0, 4), is_array=True, default=(), struct=_BrokerEndpoint),
        Field("features", "features", "struct", (0, 4), is_array=True, default=(), struct=_BrokerFeature),
        Field("rack", "rack", "string", (0, 4), nullable_versions=(0, 4), default=""),
        Field("fenced", "fenced", "bool", (0, 4), default=True),
        Field("in_controlled_shutdown", "inControlledShutdown", "bool", (1, 4), default=False),
        Field("log_dirs", "logDirs", "uuid", (3, 4), is_array=True, tagged_versions=(3, 4), tag=0, default=()),
        Field("cordoned_log_dirs", "cordonedLogDirs", "uuid", (4, 4), is_array=True, nullable_versions=(4, 4), tagged_versions=(4, 4), tag=1),
    ),
)

SCHEMA = MessageSchema(
    "RegisterBrokerRecord",
    "metadata",
    0,
    (0, 4),
    (0, 4),
    _RegisterBrokerRecord,
)
