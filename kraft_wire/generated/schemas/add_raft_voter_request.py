# Generated from AddRaftVoterRequest.json by `python -m codegen generate`. Do not edit.
"""What AddRaftVoterRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_Listener = StructSchema(
    "Listener",
    (0, 1),
    (
        Field("name", "name", "string", (0, 1), default=""),
        Field("host", "host", "string", (0, 1), default=""),
        Field("port", "port", "uint16", (0, 1), default=0),
    ),
)
_AddRaftVoterRequest = StructSchema(
    "AddRaftVoterRequest",
    (0, 1),
    (
        Field("cluster_id", "clusterId", "string", (0, 1), nullable_versions=(0, 1), default=""),
        Field("timeout_ms", "timeoutMs", "int32", (0, 1), default=0),
        Field("voter_id", "voterId", "int32", (0, 1), default=0),
        Field("voter_directory_id", "voterDirectoryId", "uuid", (0, 1), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("listeners", "listeners", "struct", (0, 1), is_array=True, default=(), struct=_Listener),
        Field("ack_when_committed", "ackWhenCommitted", "bool", (1, 1), default=True),
    ),
)

SCHEMA = MessageSchema(
    "AddRaftVoterRequest",
    "request",
    80,
    (0, 1),
    (0, 1),
    _AddRaftVoterRequest,
)
