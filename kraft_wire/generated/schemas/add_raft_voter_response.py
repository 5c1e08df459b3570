# Generated from AddRaftVoterResponse.json by `python -m codegen generate`. Do not edit.
"""What AddRaftVoterResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AddRaftVoterResponse = StructSchema(
    "AddRaftVoterResponse",
    (0, 1),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 1), default=0),
        Field("error_code", "errorCode", "int16", (0, 1), default=0),
        Field("error_message", "errorMessage", "string", (0, 1), nullable_versions=(0, 1), ignorable=True, default=""),
    ),
)

SCHEMA = MessageSchema(
    "AddRaftVoterResponse",
    "response",
    80,
    (0, 1),
    (0, 1),
    _AddRaftVoterResponse,
)
