# Generated from ShareGroupHeartbeatRequest.json by `python -m codegen generate`. Do not edit.
"""What ShareGroupHeartbeatRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ShareGroupHeartbeatRequest = StructSchema(
    "ShareGroupHeartbeatRequest",
    (0, 1),
    (
        Field("group_id", "groupId", "string", (0, 1), default=""),
        Field("member_id", "memberId", "string", (0, 1), default=""),
        Field("member_epoch", "memberEpoch", "int32", (0, 1), default=0),
        Field("rack_id", "rackId", "string", (0, 1), nullable_versions=(0, 1)),
        Field("subscribed_topic_names", "subscribedTopicNames", "string", (0, 1), is_array=True, nullable_versions=(0, 1)),
    ),
)

SCHEMA = MessageSchema(
    "ShareGroupHeartbeatRequest",
    "request",
    76,
    (0, 1),
    (0, 1),
    _ShareGroupHeartbeatRequest,
)
