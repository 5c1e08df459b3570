# Generated from AlterUserScramCredentialsRequest.json by `python -m codegen generate`. Do not edit.
"""What AlterUserScramCredentialsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ScramCredentialDeletion = StructSchema(
    "ScramCredentialDeletion",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default="", about="Name of the user."),
        Field("mechanism", "mechanism", "int8", (0, 0), default=0, about="SASL mechanism."),
    ),
    about="Credentials to delete.",
)
_ScramCredentialUpsertion = StructSchema(
    "ScramCredentialUpsertion",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default="", about="Name of the user."),
        Field("mechanism", "mechanism", "int8", (0, 0), default=0, about="SASL mechanism."),
        Field("iterations", "iterations", "int32", (0, 0), default=0, about="Number of rounds of the SCRAM hash."),
        Field("salt", "salt", "bytes", (0, 0), default=b'', about="Salt of the credential."),
        Field("salted_password", "saltedPassword", "bytes", (0, 0), default=b'', about="Salted and hashed password."),
    ),
    about="Credentials to set.",
)
_AlterUserScramCredentialsRequest = StructSchema(
    "AlterUserScramCredentialsRequest",
    (0, 0),
    (
        Field("deletions", "deletions", "struct", (0, 0), is_array=True, default=(), struct=_ScramCredentialDeletion, about="Credentials to delete."),
        Field("upsertions", "upsertions", "struct", (0, 0), is_array=True, default=(), struct=_ScramCredentialUpsertion, about="Credentials to set."),
    ),
    about="Sets or deletes SCRAM credentials of users.",
)

SCHEMA = MessageSchema(
    "AlterUserScramCredentialsRequest",
    "request",
    51,
    (0, 0),
    (0, 0),
    _AlterUserScramCredentialsRequest,
    listeners=("broker", "controller",),
)
