# Generated from RemoveDelegationTokenRecord.json by `python -m codegen generate`. Do not edit.
"""What RemoveDelegationTokenRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_RemoveDelegationTokenRecord = StructSchema(
    "RemoveDelegationTokenRecord",
    (0, 0),
    (
        Field("token_id", "tokenId", "string", (0, 0), default="", about="Id of the token."),
    ),
    about="Removes a delegation token.",
)

SCHEMA = MessageSchema(
    "RemoveDelegationTokenRecord",
    "metadata",
    26,
    (0, 0),
    (0, 0),
    _RemoveDelegationTokenRecord,
)
