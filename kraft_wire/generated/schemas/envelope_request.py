# Generated from EnvelopeRequest.json by `python -m codegen generate`. Do not edit.
"""What EnvelopeRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_EnvelopeRequest = StructSchema(
    "EnvelopeRequest",
    (0, 0),
    (
        Field("request_data", "requestData", "bytes", (0, 0), default=b''),
        Field("request_principal", "requestPrincipal", "bytes", (0, 0), nullable_versions=(0, 0), default=b''),
        Field("client_host_address", "clientHostAddress", "bytes", (0, 0), default=b''),
    ),
)

SCHEMA = MessageSchema(
    "EnvelopeRequest",
    "request",
    58,
    (0, 0),
    (0, 0),
    _EnvelopeRequest,
)
