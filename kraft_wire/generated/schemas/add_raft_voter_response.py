# Generated from AddRaftVoterResponse.json by `python -m codegen generate`. Do not edit.
"""What AddRaftVoterResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AddRaftVoterResponse = StructSchema(
    "AddRaftVoterResponse",
    (0, 1),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 1), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 1), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 1), nullable_versions=(0, 1), ignorable=True, default="", about="Text of the error; null without one."),
    ),
    about="Tells whether the new voter set was accepted.",
)

SCHEMA = MessageSchema(
    "AddRaftVoterResponse",
    "response",
    80,
    (0, 1),
    (0, 1),
    _AddRaftVoterResponse,
)
