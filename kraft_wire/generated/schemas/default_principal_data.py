# Generated from DefaultPrincipalData.json by `python -m codegen generate`. Do not edit.
"""What DefaultPrincipalData looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DefaultPrincipalData = StructSchema(
    "DefaultPrincipalData",
    (0, 0),
    (
        Field("type", "type", "string", (0, 0), default="", about="Type of the principal, such as User."),
        Field("name", "name", "string", (0, 0), default="", about="Name of the principal."),
        Field("token_authenticated", "tokenAuthenticated", "bool", (0, 0), default=False, about="Whether the client authenticated with a delegation token."),
    ),
    about="The principal inside an EnvelopeRequest, as the default serializer writes it.",
)

SCHEMA = MessageSchema(
    "DefaultPrincipalData",
    "data",
    None,
    (0, 0),
    (0, 0),
    _DefaultPrincipalData,
)
