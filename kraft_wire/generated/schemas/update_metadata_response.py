# Generated from UpdateMetadataResponse.json by `python -m codegen generate`. Do not edit.
"""What UpdateMetadataResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_UpdateMetadataResponse = StructSchema(
    "UpdateMetadataResponse",
    (0, 8),
    (
        Field("error_code", "errorCode", "int16", (0, 8), default=0, about="Error code; 0 for success."),
    ),
    about="Answers UpdateMetadataRequest.",
)

SCHEMA = MessageSchema(
    "UpdateMetadataResponse",
    "response",
    6,
    (0, 8),
    (6, 8),
    _UpdateMetadataResponse,
)
