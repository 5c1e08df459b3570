# Generated from QuorumStateData.json by `python -m codegen generate`. Do not edit.
"""What QuorumStateData looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_Voter = StructSchema(
    "Voter",
    (0, 0),
    (
        Field("voter_id", "voterId", "int32", (0, 0), default=0, about="Node id of the voter."),
    ),
    about="The static voter set; null where the voters stand in the log.",
)
_QuorumStateData = StructSchema(
    "QuorumStateData",
    (0, 1),
    (
        Field("cluster_id", "clusterId", "string", (0, 0), default="", about="Id of the cluster; always empty."),
        Field("leader_id", "leaderId", "int32", (0, 1), default=-1, about="Node id of the leader of the epoch; -1 if none is known."),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 1), default=-1, about="Newest epoch that this replica knows."),
        Field("voted_id", "votedId", "int32", (0, 1), default=-1, about="Node id of the replica that got this replica's vote in the epoch; -1 for none."),
        Field("voted_directory_id", "votedDirectoryId", "uuid", (1, 1), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Directory id of the replica that got this replica's vote; zero for none."),
        Field("applied_offset", "appliedOffset", "int64", (0, 0), default=0, about="Always 0; nobody reads it."),
        Field("current_voters", "currentVoters", "struct", (0, 0), is_array=True, nullable_versions=(0, 0), default=(), struct=_Voter, about="The static voter set; null where the voters stand in the log."),
    ),
    about="The quorum-state file: epoch, leader and vote of this replica, written before anything depends on it.",
)

SCHEMA = MessageSchema(
    "QuorumStateData",
    "data",
    None,
    (0, 1),
    (0, 1),
    _QuorumStateData,
)
