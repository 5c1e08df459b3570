# Generated from DescribeClusterResponse.json by `python -m codegen generate`. Do not edit.
"""What DescribeClusterResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DescribeClusterBroker = StructSchema(
    "DescribeClusterBroker",
    (0, 2),
    (
        Field("broker_id", "brokerId", "int32", (0, 2), default=0, map_key=True, entity_type="brokerId", about="Node id of the broker."),
        Field("host", "host", "string", (0, 2), default="", about="Name or address of the host."),
        Field("port", "port", "int32", (0, 2), default=0, about="TCP port."),
        Field("rack", "rack", "string", (0, 2), nullable_versions=(0, 2), about="Rack of the node; null for none."),
        Field("is_fenced", "isFenced", "bool", (2, 2), default=False, about="True for a fenced broker."),
    ),
    about="Nodes of the cluster.",
)
_DescribeClusterResponse = StructSchema(
    "DescribeClusterResponse",
    (0, 2),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 2), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 2), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 2), nullable_versions=(0, 2), about="Text of the error; null without one."),
        Field("endpoint_type", "endpointType", "int8", (1, 2), default=1, about="1 brokers, 2 controllers."),
        Field("cluster_id", "clusterId", "string", (0, 2), default="", about="Id of the cluster."),
        Field("controller_id", "controllerId", "int32", (0, 2), default=-1, entity_type="brokerId", about="Node id of the active controller; from a broker that of some broker; -1 if unknown."),
        Field("brokers", "brokers", "struct", (0, 2), is_array=True, default=(), struct=_DescribeClusterBroker, about="Nodes of the cluster."),
        Field("cluster_authorized_operations", "clusterAuthorizedOperations", "int32", (0, 2), default=-2147483648, about="Operations on the cluster that the client may do, one bit each; -2147483648 where nobody asked."),
    ),
    about="Answers DescribeClusterRequest.",
)

SCHEMA = MessageSchema(
    "DescribeClusterResponse",
    "response",
    60,
    (0, 2),
    (0, 2),
    _DescribeClusterResponse,
)
