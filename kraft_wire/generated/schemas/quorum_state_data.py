# Generated from QuorumStateData.json by `python -m codegen generate`. Do not edit.
"""What QuorumStateData looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_Voter = StructSchema(
    "Voter",
    (0, 0),
    (
        Field("voter_id", "voterId", "int32", (0, 0), default=0),
    ),
)
_QuorumStateData = StructSchema(
    "QuorumStateData",
    (0, 1),
    (
        Field("cluster_id", "clusterId", "string", (0, 0), default=""),
        Field("leader_id", "leaderId", "int32", (0, 1), default=-1),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 1), default=-1),
        Field("voted_id", "votedId", "int32", (0, 1), default=-1),
        Field("voted_directory_id", "votedDirectoryId", "uuid", (1, 1), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("applied_offset", "appliedOffset", "int64", (0, 0), default=0),
        Field("current_voters", "currentVoters", "struct", (0, 0), is_array=True, nullable_versions=(0, 0), default=(), struct=_Voter),
    ),
)

SCHEMA = MessageSchema(
    "QuorumStateData",
    "data",
    None,
    (0, 1),
    (0, 1),
    _QuorumStateData,
)
