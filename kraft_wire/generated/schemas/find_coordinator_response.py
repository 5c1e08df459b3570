# Generated from FindCoordinatorResponse.json by `python -m codegen generate`. Do not edit.
"""What FindCoordinatorResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_Coordinator = StructSchema(
    "Coordinator",
    (4, 6),
    (
        Field("key", "key", "string", (4, 6), default=""),
        Field("node_id", "nodeId", "int32", (4, 6), default=0),
        Field("host", "host", "string", (4, 6), default=""),
        Field("port", "port", "int32", (4, 6), default=0),
        Field("error_code", "errorCode", "int16", (4, 6), default=0),
        Field("error_message", "errorMessage", "string", (4, 6), nullable_versions=(4, 6), ignorable=True, default=""),
    ),
)
_FindCoordinatorResponse = StructSchema(
    "FindCoordinatorResponse",
    (0, 6),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (1, 6), ignorable=True, default=0),
        Field("error_code", "errorCode", "int16", (0, 3), default=0),
        Field("error_message", "errorMessage", "string", (1, 3), nullable_versions=(1, 3), ignorable=True, default=""),
        Field("node_id", "nodeId", "int32", (0, 3), default=0),
        Field("host", "host", "string", (0, 3), default=""),
        Field("port", "port", "int32", (0, 3), default=0),
        Field("coordinators", "coordinators", "struct", (4, 6), is_array=True, default=(), struct=_Coordinator),
    ),
)

SCHEMA = MessageSchema(
    "FindCoordinatorResponse",
    "response",
    10,
    (0, 6),
    (3, 6),
    _FindCoordinatorResponse,
)
