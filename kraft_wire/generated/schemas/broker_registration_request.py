# Generated from BrokerRegistrationRequest.json by `python -m codegen generate`. Do not edit.
"""What BrokerRegistrationRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_Listener = StructSchema(
    "Listener",
    (0, 4),
    (
        Field("name", "name", "string", (0, 4), default="", map_key=True, about="Name of the listener."),
        Field("host", "host", "string", (0, 4), default="", about="Name or address of the host."),
        Field("port", "port", "uint16", (0, 4), default=0, about="TCP port."),
        Field("security_protocol", "securityProtocol", "int16", (0, 4), default=0, about="0 PLAINTEXT, 1 SSL, 2 SASL_PLAINTEXT, 3 SASL_SSL."),
    ),
    about="Where the node can be reached.",
)
_Feature = StructSchema(
    "Feature",
    (0, 4),
    (
        Field("name", "name", "string", (0, 4), default="", map_key=True, about="Name of the feature."),
        Field("min_supported_version", "minSupportedVersion", "int16", (0, 4), default=0, about="Lowest level that the node supports."),
        Field("max_supported_version", "maxSupportedVersion", "int16", (0, 4), default=0, about="Highest level that the node supports."),
    ),
    about="Features that the node supports, with their levels.",
)
_BrokerRegistrationRequest = StructSchema(
    "BrokerRegistrationRequest",
    (0, 4),
    (
        Field("broker_id", "brokerId", "int32", (0, 4), default=0, entity_type="brokerId", about="Node id of the broker."),
        Field("cluster_id", "clusterId", "string", (0, 4), default="", about="Id of the cluster."),
        Field("incarnation_id", "incarnationId", "uuid", (0, 4), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Random id of the process, new at each start."),
        Field("listeners", "listeners", "struct", (0, 4), is_array=True, default=(), struct=_Listener, about="Where the node can be reached."),
        Field("features", "features", "struct", (0, 4), is_array=True, default=(), struct=_Feature, about="Features that the node supports, with their levels."),
        Field("rack", "rack", "string", (0, 4), nullable_versions=(0, 4), default="", about="Rack of the node; null for none."),
        Field("is_migrating_zk_broker", "isMigratingZkBroker", "bool", (1, 4), default=False, about="Whether it is a ZooKeeper broker under migration."),
        Field("log_dirs", "logDirs", "uuid", (2, 4), is_array=True, ignorable=True, default=(), about="Directory ids of the log directories that are online."),
        Field("previous_broker_epoch", "previousBrokerEpoch", "int64", (3, 4), ignorable=True, default=-1, about="Broker epoch before a clean shutdown; -1 where there was none."),
    ),
    about="A broker that starts registers with the active controller.",
)

SCHEMA = MessageSchema(
    "BrokerRegistrationRequest",
    "request",
    62,
    (0, 4),
    (0, 4),
    _BrokerRegistrationRequest,
    listeners=("controller",),
)
