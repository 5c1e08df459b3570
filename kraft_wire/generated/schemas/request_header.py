# Generated from RequestHeader.json by `python -m codegen generate`. Do not edit.
"""What RequestHeader looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_RequestHeader = StructSchema(
    "RequestHeader",
    (0, 2),
    (
        Field("request_api_key", "requestApiKey", "int16", (0, 2), default=0, about="Number of the API."),
        Field("request_api_version", "requestApiVersion", "int16", (0, 2), default=0, about="Version of the API, which decides about the form of body and header."),
        Field("correlation_id", "correlationId", "int32", (0, 2), default=0, about="Number that ties a response to its request."),
        Field("client_id", "clientId", "string", (1, 2), nullable_versions=(1, 2), default="", compact=False, about="What the client calls itself."),
    ),
    about="Stands before every request; version 1 brought the client id, version 2 tagged fields.",
)

SCHEMA = MessageSchema(
    "RequestHeader",
    "header",
    None,
    (0, 2),
    (2, 2),
    _RequestHeader,
)
