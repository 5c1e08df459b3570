# Generated from DelegationTokenRecord.json by `python -m codegen generate`. Do not edit.
"""What DelegationTokenRecord looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DelegationTokenRecord = StructSchema(
    "DelegationTokenRecord",
    (0, 0),
    (
        Field("owner", "owner", "string", (0, 0), default=""),
        Field("requester", "requester", "string", (0, 0), default=""),
        Field("renewers", "renewers", "string", (0, 0), is_array=True, default=()),
        Field("issue_timestamp", "issueTimestamp", "int64", (0, 0), default=0),
        Field("max_timestamp", "maxTimestamp", "int64", (0, 0), default=0),
        Field("expiration_timestamp", "expirationTimestamp", "int64", (0, 0), default=0),
        Field("token_id", "tokenId", "string", (0, 0), default=""),
    ),
)

SCHEMA = MessageSchema(
    "DelegationTokenRecord",
    "metadata",
    10,
    (0, 0),
    (0, 0),
    _DelegationTokenRecord,
)
