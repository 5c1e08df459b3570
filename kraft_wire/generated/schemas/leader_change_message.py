# Generated from LeaderChangeMessage.json by `python -m codegen generate`. Do not edit.
"""What LeaderChangeMessage looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_Voter = StructSchema(
    "Voter",
    (0, 1),
    (
        Field("voter_id", "voterId", "int32", (0, 1), default=0),
        Field("voter_directory_id", "voterDirectoryId", "uuid", (1, 1), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
    ),
)
_LeaderChangeMessage = StructSchema(
    "LeaderChangeMessage",
    (0, 1),
    (
        Field("version", "version", "int16", (0, 1), default=0),
        Field("leader_id", "leaderId", "int32", (0, 1), default=0),
        Field("voters", "voters", "struct", (0, 1), is_array=True, default=(), struct=_Voter),
        Field("granting_voters", "grantingVoters", "struct", (0, 1), is_array=True, default=(), struct=_Voter),
    ),
)

SCHEMA = MessageSchema(
    "LeaderChangeMessage",
    "data",
    None,
    (0, 1),
    (0, 1),
    _LeaderChangeMessage,
)
