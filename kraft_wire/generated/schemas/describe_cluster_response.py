# Generated from DescribeClusterResponse.json by `python -m codegen generate`. Do not edit.
"""What DescribeClusterResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DescribeClusterBroker = StructSchema(
    "DescribeClusterBroker",
    (0, 2),
    (
        Field("broker_id", "brokerId", "int32", (0, 2), default=0),
        Field("host", "host", "string", (0, 2), default=""),
        Field("port", "port", "int32", (0, 2), default=0),
        Field("rack", "rack", "string", (0, 2), nullable_versions=(0, 2)),
        Field("is_fenced", "isFenced", "bool", (2, 2), default=False),
    ),
)
_DescribeClusterResponse = StructSchema(
    "DescribeClusterResponse",
    (0, 2),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 2), default=0),
        Field("error_code", "errorCode", "int16", (0, 2), default=0),
        Field("error_message", "errorMessage", "string", (0, 2), nullable_versions=(0, 2)),
        Field("endpoint_type", "endpointType", "int8", (1, 2), default=1),
        Field("cluster_id", "clusterId", "string", (0, 2), default=""),
        Field("controller_id", "controllerId", "int32", (0, 2), default=-1),
        Field("brokers", "brokers", "struct", (0, 2), is_array=True, default=(), struct=_DescribeClusterBroker),
        Field("cluster_authorized_operations", "clusterAuthorizedOperations", "int32", (0, 2), default=-2147483648),
    ),
)

SCHEMA = MessageSchema(
    "DescribeClusterResponse",
    "response",
    60,
    (0, 2),
    (0, 2),
    _DescribeClusterResponse,
)
