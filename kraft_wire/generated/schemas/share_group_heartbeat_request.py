# Generated from ShareGroupHeartbeatRequest.json by `python -m codegen generate`. Do not edit.
"""What ShareGroupHeartbeatRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ShareGroupHeartbeatRequest = StructSchema(
    "ShareGroupHeartbeatRequest",
    (0, 1),
    (
        Field("group_id", "groupId", "string", (0, 1), default="", entity_type="groupId", about="Id of the group."),
        Field("member_id", "memberId", "string", (0, 1), default="", about="Id of the member."),
        Field("member_epoch", "memberEpoch", "int32", (0, 1), default=0, about="Epoch of the member; 0 to join, -1 to leave."),
        Field("rack_id", "rackId", "string", (0, 1), nullable_versions=(0, 1), about="Rack of the client; null or empty for none."),
        Field("subscribed_topic_names", "subscribedTopicNames", "string", (0, 1), is_array=True, nullable_versions=(0, 1), entity_type="topicName", about="Topics that the member subscribes to by name."),
    ),
    about="A member of a share group joins, stays, changes its subscription or leaves.",
)

SCHEMA = MessageSchema(
    "ShareGroupHeartbeatRequest",
    "request",
    76,
    (0, 1),
    (0, 1),
    _ShareGroupHeartbeatRequest,
    listeners=("broker",),
)
