# Generated from DescribeClusterRequest.json by `python -m codegen generate`. Do not edit.
"""What DescribeClusterRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DescribeClusterRequest = StructSchema(
    "DescribeClusterRequest",
    (0, 2),
    (
        Field("include_cluster_authorized_operations", "includeClusterAuthorizedOperations", "bool", (0, 2), default=False, about="Whether to tell what the client may do with the cluster."),
        Field("endpoint_type", "endpointType", "int8", (1, 2), default=1, about="1 brokers, 2 controllers."),
        Field("include_fenced_brokers", "includeFencedBrokers", "bool", (2, 2), default=False, about="Whether to list fenced brokers too."),
    ),
    about="Asks for the nodes of a cluster: brokers, or controllers (KIP-919).",
)

SCHEMA = MessageSchema(
    "DescribeClusterRequest",
    "request",
    60,
    (0, 2),
    (0, 2),
    _DescribeClusterRequest,
    listeners=("broker", "controller",),
)
