# Generated from FindCoordinatorResponse.json by `python -m codegen generate`. Do not edit.
"""What FindCoordinatorResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_Coordinator = StructSchema(
    "Coordinator",
    (4, 6),
    (
        Field("key", "key", "string", (4, 6), default="", about="Key that was asked for."),
        Field("node_id", "nodeId", "int32", (4, 6), default=0, entity_type="brokerId", about="Node id of the broker or controller."),
        Field("host", "host", "string", (4, 6), default="", about="Name or address of the host."),
        Field("port", "port", "int32", (4, 6), default=0, about="TCP port."),
        Field("error_code", "errorCode", "int16", (4, 6), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (4, 6), nullable_versions=(4, 6), ignorable=True, default="", about="Text of the error; null without one."),
    ),
    about="One coordinator for each key.",
)
_FindCoordinatorResponse = StructSchema(
    "FindCoordinatorResponse",
    (0, 6),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (1, 6), ignorable=True, default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 3), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (1, 3), nullable_versions=(1, 3), ignorable=True, default="", about="Text of the error; null without one."),
        Field("node_id", "nodeId", "int32", (0, 3), default=0, entity_type="brokerId", about="Node id of the broker or controller."),
        Field("host", "host", "string", (0, 3), default="", about="Name or address of the host."),
        Field("port", "port", "int32", (0, 3), default=0, about="TCP port."),
        Field("coordinators", "coordinators", "struct", (4, 6), is_array=True, default=(), struct=_Coordinator, about="One coordinator for each key."),
    ),
    about="Answers FindCoordinatorRequest.",
)

SCHEMA = MessageSchema(
    "FindCoordinatorResponse",
    "response",
    10,
    (0, 6),
    (3, 6),
    _FindCoordinatorResponse,
)
