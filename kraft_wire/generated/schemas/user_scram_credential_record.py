# Generated from UserScramCredentialRecord.json by `python -m codegen generate`. Do not edit.
"""What UserScramCredentialRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_UserScramCredentialRecord = StructSchema(
    "UserScramCredentialRecord",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default=""),
        Field("mechanism", "mechanism", "int8", (0, 0), default=0),
        Field("salt", "salt", "bytes", (0, 0), default=b''),
        Field("stored_key", "storedKey", "bytes", (0, 0), default=b''),
        Field("server_key", "serverKey", "bytes", (0, 0), default=b''),
        Field("iterations", "iterations", "int32", (0, 0), default=0),
    ),
)

SCHEMA = MessageSchema(
    "UserScramCredentialRecord",
    "metadata",
    11,
    (0, 0),
    (0, 0),
    _UserScramCredentialRecord,
)
