# Generated from RemoveUserScramCredentialRecord.json by `python -m codegen generate`. Do not edit.
"""What RemoveUserScramCredentialRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_RemoveUserScramCredentialRecord = StructSchema(
    "RemoveUserScramCredentialRecord",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default="", about="Name of the user."),
        Field("mechanism", "mechanism", "int8", (0, 0), default=0, about="1 SCRAM-SHA-256, 2 SCRAM-SHA-512."),
    ),
    about="Removes one SCRAM credential.",
)

SCHEMA = MessageSchema(
    "RemoveUserScramCredentialRecord",
    "metadata",
    22,
    (0, 0),
    (0, 0),
    _RemoveUserScramCredentialRecord,
)
