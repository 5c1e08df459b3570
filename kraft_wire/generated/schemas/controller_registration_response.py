# Generated from ControllerRegistrationResponse.json by `python -m codegen generate`. Do not edit.
"""What ControllerRegistrationResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ControllerRegistrationResponse = StructSchema(
    "ControllerRegistrationResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0),
        Field("error_code", "errorCode", "int16", (0, 0), default=0),
        Field("error_message", "errorMessage", "string", (0, 0), nullable_versions=(0, 0), default=""),
    ),
)

SCHEMA = MessageSchema(
    "ControllerRegistrationResponse",
    "response",
    70,
    (0, 0),
    (0, 0),
    _ControllerRegistrationResponse,
)
