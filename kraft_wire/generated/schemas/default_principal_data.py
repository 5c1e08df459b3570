# Generated from DefaultPrincipalData.json by `python -m codegen generate`. Do not edit.
"""What DefaultPrincipalData looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DefaultPrincipalData = StructSchema(
    "DefaultPrincipalData",
    (0, 0),
    (
        Field("type", "type", "string", (0, 0), default=""),
        Field("name", "name", "string", (0, 0), default=""),
        Field("token_authenticated", "tokenAuthenticated", "bool", (0, 0), default=False),
    ),
)

SCHEMA = MessageSchema(
    "DefaultPrincipalData",
    "data",
    None,
    (0, 0),
    (0, 0),
    _DefaultPrincipalData,
)
