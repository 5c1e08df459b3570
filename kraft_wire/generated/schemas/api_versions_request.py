# Generated from ApiVersionsRequest.json by `python -m codegen generate`. Do not edit.
"""What ApiVersionsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ApiVersionsRequest = StructSchema(
    "ApiVersionsRequest",
    (0, 5),
    (
        Field("client_software_name", "clientSoftwareName", "string", (3, 5), ignorable=True, default=""),
        Field("client_software_version", "clientSoftwareVersion", "string", (3, 5), ignorable=True, default=""),
        Field("cluster_id", "clusterId", "string", (5, 5), nullable_versions=(5, 5), ignorable=True),
        Field("node_id", "nodeId", "int32", (5, 5), ignorable=True, default=-1),
    ),
)

SCHEMA = MessageSchema(
    "ApiVersionsRequest",
    "request",
    18,
    (0, 5),
    (3, 5),
    _ApiVersionsRequest,
)
