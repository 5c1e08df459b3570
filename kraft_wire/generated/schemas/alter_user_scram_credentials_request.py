# Generated from AlterUserScramCredentialsRequest.json by `python -m codegen generate`. Do not edit.
"""What AlterUserScramCredentialsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ScramCredentialDeletion = StructSchema(
    "ScramCredentialDeletion",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default=""),
        Field("mechanism", "mechanism", "int8", (0, 0), default=0),
    ),
)
_ScramCredentialUpsertion = StructSchema(
    "ScramCredentialUpsertion",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default=""),
        Field("mechanism", "mechanism", "int8", (0, 0), default=0),
        Field("iterations", "iterations", "int32", (0, 0), default=0),
        Field("salt", "salt", "bytes", (0, 0), default=b''),
        Field("salted_password", "saltedPassword", "bytes", (0, 0), default=b''),
    ),
)
_AlterUserScramCredentialsRequest = StructSchema(
    "AlterUserScramCredentialsRequest",
    (0, 0),
    (
        Field("deletions", "deletions", "struct", (0, 0), is_array=True, default=(), struct=_ScramCredentialDeletion),
        Field("upsertions", "upsertions", "struct", (0, 0), is_array=True, default=(), struct=_ScramCredentialUpsertion),
    ),
)

SCHEMA = MessageSchema(
    "AlterUserScramCredentialsRequest",
    "request",
    51,
    (0, 0),
    (0, 0),
    _AlterUserScramCredentialsRequest,
)
