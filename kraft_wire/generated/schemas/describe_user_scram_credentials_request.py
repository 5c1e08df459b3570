# Generated from DescribeUserScramCredentialsRequest.json by `python -m codegen generate`. Do not edit.
"""What DescribeUserScramCredentialsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_UserName = StructSchema(
    "UserName",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default="", about="Name of the user."),
    ),
    about="Users to tell of; null for all.",
)
_DescribeUserScramCredentialsRequest = StructSchema(
    "DescribeUserScramCredentialsRequest",
    (0, 0),
    (
        Field("users", "users", "struct", (0, 0), is_array=True, nullable_versions=(0, 0), default=(), struct=_UserName, about="Users to tell of; null for all."),
    ),
    about="Asks which SCRAM credentials users have; secrets are not told.",
)

SCHEMA = MessageSchema(
    "DescribeUserScramCredentialsRequest",
    "request",
    50,
    (0, 0),
    (0, 0),
    _DescribeUserScramCredentialsRequest,
    listeners=("broker", "controller",),
)
