# Generated from UserScramCredentialRecord.json by `python -m codegen generate`. Do not edit.
"""What UserScramCredentialRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_UserScramCredentialRecord = StructSchema(
    "UserScramCredentialRecord",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default="", about="Name of the user."),
        Field("mechanism", "mechanism", "int8", (0, 0), default=0, about="1 SCRAM-SHA-256, 2 SCRAM-SHA-512."),
        Field("salt", "salt", "bytes", (0, 0), default=b'', about="Salt of the credential."),
        Field("stored_key", "storedKey", "bytes", (0, 0), default=b'', about="Key with which the server checks the client."),
        Field("server_key", "serverKey", "bytes", (0, 0), default=b'', about="Key with which the server proves itself."),
        Field("iterations", "iterations", "int32", (0, 0), default=0, about="Number of rounds of the SCRAM hash."),
    ),
    about="Sets a SCRAM credential of a user.",
)

SCHEMA = MessageSchema(
    "UserScramCredentialRecord",
    "metadata",
    11,
    (0, 0),
    (0, 0),
    _UserScramCredentialRecord,
)
