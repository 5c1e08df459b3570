# Generated from RegisterBrokerRecord.json by `python -m codegen generate`. Do not edit.
"""What RegisterBrokerRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_BrokerEndpoint = StructSchema(
    "BrokerEndpoint",
    (0, 4),
    (
        Field("name", "name", "string", (0, 4), default="", map_key=True, about="Name of the listener."),
        Field("host", "host", "string", (0, 4), default="", about="Name or address of the host."),
        Field("port", "port", "uint16", (0, 4), default=0, about="TCP port."),
        Field("security_protocol", "securityProtocol", "int16", (0, 4), default=0, about="0 PLAINTEXT, 1 SSL, 2 SASL_PLAINTEXT, 3 SASL_SSL."),
    ),
    about="Where the node can be reached.",
)
_BrokerFeature = StructSchema(
    "BrokerFeature",
    (0, 4),
    (
        Field("name", "name", "string", (0, 4), default="", map_key=True, about="Name of the feature."),
        Field("min_supported_version", "minSupportedVersion", "int16", (0, 4), default=0, about="Lowest level that the node supports."),
        Field("max_supported_version", "maxSupportedVersion", "int16", (0, 4), default=0, about="Highest level that the node supports."),
    ),
    about="Features that the node supports, with their levels.",
)
_RegisterBrokerRecord = StructSchema(
    "RegisterBrokerRecord",
    (0, 4),
    (
        Field("broker_id", "brokerId", "int32", (0, 4), default=0, entity_type="brokerId", about="Node id of the broker."),
        Field("is_migrating_zk_broker", "isMigratingZkBroker", "bool", (2, 4), default=False, about="Whether it is a ZooKeeper broker under migration."),
        Field("incarnation_id", "incarnationId", "uuid", (0, 4), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Random id of the process, new at each start."),
        Field("broker_epoch", "brokerEpoch", "int64", (0, 4), default=0, about="Epoch that the controller gave the broker at its registration; -1 for none."),
        Field("end_points", "endPoints", "struct", (0, 4), is_array=True, default=(), struct=_BrokerEndpoint, about="Where the node can be reached."),
        Field("features", "features", "struct", (0, 4), is_array=True, default=(), struct=_BrokerFeature, about="Features that the node supports, with their levels."),
        Field("rack", "rack", "string", (0, 4), nullable_versions=(0, 4), default="", about="Rack of the node; null for none."),
        Field("fenced", "fenced", "bool", (0, 4), default=True, about="Whether the broker is fenced: it is no replica in sync and serves no client."),
        Field("in_controlled_shutdown", "inControlledShutdown", "bool", (1, 4), default=False, about="Whether the broker hands over its leaderships to stop."),
        Field("log_dirs", "logDirs", "uuid", (3, 4), is_array=True, tagged_versions=(3, 4), tag=0, default=(), about="Directory ids of the log directories that are online."),
        Field("cordoned_log_dirs", "cordonedLogDirs", "uuid", (4, 4), is_array=True, nullable_versions=(4, 4), tagged_versions=(4, 4), tag=1, about="Directory ids of log directories that take no new replicas; null where the broker has not told."),
    ),
    about="Registers a broker.",
)

SCHEMA = MessageSchema(
    "RegisterBrokerRecord",
    "metadata",
    0,
    (0, 4),
    (0, 4),
    _RegisterBrokerRecord,
)
