# Generated from StreamsGroupTopologyDescriptionUpdateResponse.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupTopologyDescriptionUpdateResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_StreamsGroupTopologyDescriptionUpdateResponse = StructSchema(
    "StreamsGroupTopologyDescriptionUpdateResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 0), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 0), nullable_versions=(0, 0), about="Text of the error; null without one."),
    ),
    about="Answers StreamsGroupTopologyDescriptionUpdateRequest.",
)

SCHEMA = MessageSchema(
    "StreamsGroupTopologyDescriptionUpdateResponse",
    "response",
    93,
    (0, 0),
    (0, 0),
    _StreamsGroupTopologyDescriptionUpdateResponse,
)
