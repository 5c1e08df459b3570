# Generated from EnvelopeRequest.json by `python -m codegen generate`. Do not edit.
"""What EnvelopeRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_EnvelopeRequest = StructSchema(
    "EnvelopeRequest",
    (0, 0),
    (
        Field("request_data", "requestData", "bytes", (0, 0), default=b'', about="Header and body of the forwarded request."),
        Field("request_principal", "requestPrincipal", "bytes", (0, 0), nullable_versions=(0, 0), default=b'', about="The client's principal, serialized; null for none."),
        Field("client_host_address", "clientHostAddress", "bytes", (0, 0), default=b'', about="IP address of the client, 4 or 16 bytes."),
    ),
    about="A broker forwards a client's request to the controller, with the client's principal and address.",
)

SCHEMA = MessageSchema(
    "EnvelopeRequest",
    "request",
    58,
    (0, 0),
    (0, 0),
    _EnvelopeRequest,
    listeners=("controller",),
)
