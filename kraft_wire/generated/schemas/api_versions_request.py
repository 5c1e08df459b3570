# Generated from ApiVersionsRequest.json by `python -m codegen generate`. Do not edit.
"""What ApiVersionsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ApiVersionsRequest = StructSchema(
    "ApiVersionsRequest",
    (0, 5),
    (
        Field("client_software_name", "clientSoftwareName", "string", (3, 5), ignorable=True, default="", about="Name of the client library; letters, digits, dots and dashes."),
        Field("client_software_version", "clientSoftwareVersion", "string", (3, 5), ignorable=True, default="", about="Version of the client library; letters, digits, dots and dashes."),
        Field("cluster_id", "clusterId", "string", (5, 5), nullable_versions=(5, 5), ignorable=True, about="Id of the cluster that the client believes to talk to; null if it knows none."),
        Field("node_id", "nodeId", "int32", (5, 5), ignorable=True, default=-1, about="Node id that the client believes to talk to; -1 if it knows none."),
    ),
    about="Asks which APIs and versions a server speaks; the first request on a connection.",
)

SCHEMA = MessageSchema(
    "ApiVersionsRequest",
    "request",
    18,
    (0, 5),
    (3, 5),
    _ApiVersionsRequest,
    listeners=("broker", "controller",),
)
