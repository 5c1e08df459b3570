# Generated from SyncGroupResponse.json by `python -m codegen generate`. Do not edit.
"""What SyncGroupResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_SyncGroupResponse = StructSchema(
    "SyncGroupResponse",
    (0, 5),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (1, 5), ignorable=True, default=0),
        Field("error_code", "errorCode", "int16", (0, 5), default=0),
        Field("protocol_type", "protocolType", "string", (5, 5), nullable_versions=(5, 5), ignorable=True),
        Field("protocol_name", "protocolName", "string", (5, 5), nullable_versions=(5, 5), ignorable=True),
        Field("assignment", "assignment", "bytes", (0, 5), default=b''),
    ),
)

SCHEMA = MessageSchema(
    "SyncGroupResponse",
    "response",
    14,
    (0, 5),
    (4, 5),
    _SyncGroupResponse,
)
