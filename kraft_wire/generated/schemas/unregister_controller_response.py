# Generated from UnregisterControllerResponse.json by `python -m codegen generate`. Do not edit.
"""What UnregisterControllerResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_UnregisterControllerResponse = StructSchema(
    "UnregisterControllerResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 0), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 0), nullable_versions=(0, 0), default="", about="Text of the error; null without one."),
    ),
    about="Answers UnregisterControllerRequest.",
)

SCHEMA = MessageSchema(
    "UnregisterControllerResponse",
    "response",
    94,
    (0, 0),
    (0, 0),
    _UnregisterControllerResponse,
)
