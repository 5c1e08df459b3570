# Generated from SyncGroupResponse.json by `python -m codegen generate`. Do not edit.
"""What SyncGroupResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_SyncGroupResponse = StructSchema(
    "SyncGroupResponse",
    (0, 5),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (1, 5), ignorable=True, default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 5), default=0, about="Error code; 0 for success."),
        Field("protocol_type", "protocolType", "string", (5, 5), nullable_versions=(5, 5), ignorable=True, about="What the members use the group for, such as consumer."),
        Field("protocol_name", "protocolName", "string", (5, 5), nullable_versions=(5, 5), ignorable=True, about="Name of the protocol (assignor) in use."),
        Field("assignment", "assignment", "bytes", (0, 5), default=b'', about="What the member is assigned."),
    ),
    about="Answers SyncGroupRequest.",
)

SCHEMA = MessageSchema(
    "SyncGroupResponse",
    "response",
    14,
    (0, 5),
    (4, 5),
    _SyncGroupResponse,
)
