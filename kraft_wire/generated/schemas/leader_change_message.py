# Generated from LeaderChangeMessage.json by `python -m codegen generate`. Do not edit.
"""What LeaderChangeMessage looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_VOTER = StructSchema(
    "Voter",
    (0, 1),
    (
        Field("voter_id", "voterId", "int32", (0, 1), default=0),
        Field("voter_directory_id", "voterDirectoryId", "uuid", (1, 1), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
    ),
)
_LEADER_CHANGE_MESSAGE = StructSchema(
    "LeaderChangeMessage",
    (0, 1),
    (
        Field("version", "version", "int16", (0, 1), default=0),
        Field("leader_id", "leaderId", "int32", (0, 1), default=0),
        Field("voters", "voters", "struct", (0, 1), is_array=True, default=(), struct=_VOTER),
        Field("granting_voters", "grantingVoters", "struct", (0, 1), is_array=True, default=(), struct=_VOTER),
    ),
)

SCHEMA = MessageSchema(
    "LeaderChangeMessage",
    "data",
    None,
    (0, 1),
    (0, 1),
    _LEADER_CHANGE_MESSAGE,
)
