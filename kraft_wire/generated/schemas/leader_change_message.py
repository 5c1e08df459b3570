# Generated from LeaderChangeMessage.json by `python -m codegen generate`. Do not edit.
"""What LeaderChangeMessage looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_Voter = StructSchema(
    "Voter",
    (0, 1),
    (
        Field("voter_id", "voterId", "int32", (0, 1), default=0, about="Node id of the voter."),
        Field("voter_directory_id", "voterDirectoryId", "uuid", (1, 1), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Directory id of the voter; zero if unknown."),
    ),
)
_LeaderChangeMessage = StructSchema(
    "LeaderChangeMessage",
    (0, 1),
    (
        Field("version", "version", "int16", (0, 1), default=0, about="Version of the record."),
        Field("leader_id", "leaderId", "int32", (0, 1), default=0, entity_type="brokerId", about="Node id of the new leader."),
        Field("voters", "voters", "struct", (0, 1), is_array=True, default=(), struct=_Voter, about="Voters at the time of the election."),
        Field("granting_voters", "grantingVoters", "struct", (0, 1), is_array=True, default=(), struct=_Voter, about="Voters that gave the leader their vote."),
    ),
    about="Control record that a new leader writes first: it, the voters, and who voted for it.",
)

SCHEMA = MessageSchema(
    "LeaderChangeMessage",
    "data",
    None,
    (0, 1),
    (0, 1),
    _LeaderChangeMessage,
)
