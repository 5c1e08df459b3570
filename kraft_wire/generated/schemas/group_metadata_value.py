# Generated from GroupMetadataValue.json by `python -m codegen generate`. Do not edit.
"""What GroupMetadataValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_MemberMetadata = StructSchema(
    "MemberMetadata",
    (0, 4),
    (
        Field("member_id", "memberId", "string", (0, 4), default="", about="Id of the member."),
        Field("group_instance_id", "groupInstanceId", "string", (3, 4), nullable_versions=(3, 4), ignorable=True, about="Static id of the member; null for a dynamic one."),
        Field("client_id", "clientId", "string", (0, 4), default="", about="What the client calls itself."),
        Field("client_host", "clientHost", "string", (0, 4), default="", about="Host that the member connects from."),
        Field("rebalance_timeout", "rebalanceTimeout", "int32", (1, 4), ignorable=True, default=-1, about="Milliseconds that a member has for a rebalance; -1 if unknown."),
        Field("session_timeout", "sessionTimeout", "int32", (0, 4), default=0, about="Milliseconds without heartbeat after which the member is gone."),
        Field("subscription", "subscription", "bytes", (0, 4), default=b'', about="Subscription as the client's protocol encodes it."),
        Field("assignment", "assignment", "bytes", (0, 4), default=b'', about="Assignment as the client's protocol encodes it."),
    ),
    about="One entry for each member of the group.",
)
_GroupMetadataValue = StructSchema(
    "GroupMetadataValue",
    (0, 4),
    (
        Field("protocol_type", "protocolType", "string", (0, 4), default="", about="What the members use the group for, such as consumer."),
        Field("generation", "generation", "int32", (0, 4), default=0, about="Generation of the group."),
        Field("protocol", "protocol", "string", (0, 4), nullable_versions=(0, 4), default="", about="Name of the protocol (assignor) in use; null for none."),
        Field("leader", "leader", "string", (0, 4), nullable_versions=(0, 4), default="", about="Member id of the group's leader; null for none."),
        Field("current_state_timestamp", "currentStateTimestamp", "int64", (2, 4), ignorable=True, default=-1, about="When the group came into its state, in milliseconds since 1970; -1 if unknown."),
        Field("members", "members", "struct", (0, 4), is_array=True, default=(), struct=_MemberMetadata, about="One entry for each member of the group."),
    ),
    about="A classic group with its members and their assignments.",
)

SCHEMA = MessageSchema(
    "GroupMetadataValue",
    "coordinator-value",
    2,
    (0, 4),
    (4, 4),
    _GroupMetadataValue,
)
