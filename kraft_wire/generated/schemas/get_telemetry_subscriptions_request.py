# Generated from GetTelemetrySubscriptionsRequest.json by `python -m codegen generate`. Do not edit.
"""What GetTelemetrySubscriptionsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_GetTelemetrySubscriptionsRequest = StructSchema(
    "GetTelemetrySubscriptionsRequest",
    (0, 0),
    (
        Field("client_instance_id", "clientInstanceId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the client's process, which the broker gives at the first request."),
    ),
    about="A client asks which metrics it should push (KIP-714).",
)

SCHEMA = MessageSchema(
    "GetTelemetrySubscriptionsRequest",
    "request",
    71,
    (0, 0),
    (0, 0),
    _GetTelemetrySubscriptionsRequest,
    listeners=("broker",),
)
