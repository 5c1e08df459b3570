# Generated from RemoveRaftVoterRequest.json by `python -m codegen generate`. Do not edit.
"""What RemoveRaftVoterRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_RemoveRaftVoterRequest = StructSchema(
    "RemoveRaftVoterRequest",
    (0, 0),
    (
        Field("cluster_id", "clusterId", "string", (0, 0), nullable_versions=(0, 0), default="", about="Id of the cluster."),
        Field("voter_id", "voterId", "int32", (0, 0), default=0, about="Node id of the voter to remove."),
        Field("voter_directory_id", "voterDirectoryId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Directory id of the voter to remove."),
    ),
    about="Takes a voter out of the quorum (KIP-853).",
)

SCHEMA = MessageSchema(
    "RemoveRaftVoterRequest",
    "request",
    81,
    (0, 0),
    (0, 0),
    _RemoveRaftVoterRequest,
    listeners=("controller", "broker",),
)
