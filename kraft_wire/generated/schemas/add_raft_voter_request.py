# Generated from AddRaftVoterRequest.json by `python -m codegen generate`. Do not edit.
"""What AddRaftVoterRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_Listener = StructSchema(
    "Listener",
    (0, 1),
    (
        Field("name", "name", "string", (0, 1), default="", map_key=True, about="Name of the listener."),
        Field("host", "host", "string", (0, 1), default="", about="Name or address of the host."),
        Field("port", "port", "uint16", (0, 1), default=0, about="TCP port."),
    ),
    about="Where the new voter can be reached.",
)
_AddRaftVoterRequest = StructSchema(
    "AddRaftVoterRequest",
    (0, 1),
    (
        Field("cluster_id", "clusterId", "string", (0, 1), nullable_versions=(0, 1), default="", about="Id of the cluster."),
        Field("timeout_ms", "timeoutMs", "int32", (0, 1), default=0, about="Milliseconds that the leader may wait for the replica to catch up and for the commit."),
        Field("voter_id", "voterId", "int32", (0, 1), default=0, about="Node id of the replica that becomes a voter."),
        Field("voter_directory_id", "voterDirectoryId", "uuid", (0, 1), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Directory id of the replica that becomes a voter."),
        Field("listeners", "listeners", "struct", (0, 1), is_array=True, default=(), struct=_Listener, about="Where the new voter can be reached."),
        Field("ack_when_committed", "ackWhenCommitted", "bool", (1, 1), default=True, about="Answer only when the new voter set is committed, not as soon as it is written."),
    ),
    about="Makes an observer a voter of the quorum (KIP-853); the leader waits until it has caught up.",
)

SCHEMA = MessageSchema(
    "AddRaftVoterRequest",
    "request",
    80,
    (0, 1),
    (0, 1),
    _AddRaftVoterRequest,
    listeners=("controller", "broker",),
)
