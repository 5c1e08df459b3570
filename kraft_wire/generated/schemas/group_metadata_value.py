# Generated from GroupMetadataValue.json by `python -m codegen generate`. Do not edit.
"""What GroupMetadataValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_MemberMetadata = StructSchema(
    "MemberMetadata",
    (0, 4),
    (
        Field("member_id", "memberId", "string", (0, 4), default=""),
        Field("group_instance_id", "groupInstanceId", "string", (3, 4), nullable_versions=(3, 4), ignorable=True),
        Field("client_id", "clientId", "string", (0, 4), default=""),
        Field("client_host", "clientHost", "string", (0, 4), default=""),
        Field("rebalance_timeout", "rebalanceTimeout", "int32", (1, 4), ignorable=True, default=-1),
        Field("session_timeout", "sessionTimeout", "int32", (0, 4), default=0),
        Field("subscription", "subscription", "bytes", (0, 4), default=b''),
        Field("assignment", "assignment", "bytes", (0, 4), default=b''),
    ),
)
_GroupMetadataValue = StructSchema(
    "GroupMetadataValue",
    (0, 4),
    (
        Field("protocol_type", "protocolType", "string", (0, 4), default=""),
        Field("generation", "generation", "int32", (0, 4), default=0),
        Field("protocol", "protocol", "string", (0, 4), nullable_versions=(0, 4), default=""),
        Field("leader", "leader", "string", (0, 4), nullable_versions=(0, 4), default=""),
        Field("current_state_timestamp", "currentStateTimestamp", "int64", (2, 4), ignorable=True, default=-1),
        Field("members", "members", "struct", (0, 4), is_array=True, default=(), struct=_MemberMetadata),
    ),
)

SCHEMA = MessageSchema(
    "GroupMetadataValue",
    "coordinator-value",
    2,
    (0, 4),
    (4, 4),
    _GroupMetadataValue,
)
