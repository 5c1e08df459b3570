# Generated from DelegationTokenRecord.json by `python -m codegen generate`. Do not edit.
"""What DelegationTokenRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DelegationTokenRecord = StructSchema(
    "DelegationTokenRecord",
    (0, 0),
    (
        Field("owner", "owner", "string", (0, 0), default="", about="Principal that owns the token, as type:name."),
        Field("requester", "requester", "string", (0, 0), default="", about="Principal that asked for the token, as type:name."),
        Field("renewers", "renewers", "string", (0, 0), is_array=True, default=(), about="Principals that may renew the token."),
        Field("issue_timestamp", "issueTimestamp", "int64", (0, 0), default=0, about="When the token was issued, in milliseconds since 1970."),
        Field("max_timestamp", "maxTimestamp", "int64", (0, 0), default=0, about="When the token ends even if renewed, in milliseconds since 1970."),
        Field("expiration_timestamp", "expirationTimestamp", "int64", (0, 0), default=0, about="When the token expires unless it is renewed, in milliseconds since 1970."),
        Field("token_id", "tokenId", "string", (0, 0), default="", about="Id of the token."),
    ),
    about="Adds or renews a delegation token.",
)

SCHEMA = MessageSchema(
    "DelegationTokenRecord",
    "metadata",
    10,
    (0, 0),
    (0, 0),
    _DelegationTokenRecord,
)
