# Generated from ConsumerGroupMemberMetadataValue.json by `python -m codegen generate`. Do not edit.
"""What ConsumerGroupMemberMetadataValue looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_ClassicProtocol = StructSchema(
    "ClassicProtocol",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default="", about="Name of the protocol (assignor)."),
        Field("metadata", "metadata", "bytes", (0, 0), default=b'', about="Bytes or text of the client's own."),
    ),
    about="Classic protocols of the member, with their metadata.",
)
_ClassicMemberMetadata = StructSchema(
    "ClassicMemberMetadata",
    (0, 0),
    (
        Field("session_timeout_ms", "sessionTimeoutMs", "int32", (0, 0), default=0, about="Milliseconds without heartbeat after which a member is gone."),
        Field("supported_protocols", "supportedProtocols", "struct", (0, 0), is_array=True, default=(), struct=_ClassicProtocol, about="Classic protocols of the member, with their metadata."),
    ),
    about="What a member of the classic protocol has beyond; null for others.",
)
_ConsumerGroupMemberMetadataValue = StructSchema(
    "ConsumerGroupMemberMetadataValue",
    (0, 0),
    (
        Field("instance_id", "instanceId", "string", (0, 0), nullable_versions=(0, 0), default="", about="Static id of the member; null for a dynamic one."),
        Field("rack_id", "rackId", "string", (0, 0), nullable_versions=(0, 0), default="", about="Rack of the client; null or empty for none."),
        Field("client_id", "clientId", "string", (0, 0), default="", about="What the client calls itself."),
        Field("client_host", "clientHost", "string", (0, 0), default="", about="Host that the member connects from."),
        Field("subscribed_topic_names", "subscribedTopicNames", "string", (0, 0), is_array=True, default=(), about="Topics that the member subscribes to by name."),
        Field("subscribed_topic_regex", "subscribedTopicRegex", "string", (0, 0), nullable_versions=(0, 0), default="", about="Regular expression that the member subscribes with."),
        Field("rebalance_timeout_ms", "rebalanceTimeoutMs", "int32", (0, 0), default=-1, about="Milliseconds that members have to give back what they must."),
        Field("server_assignor", "serverAssignor", "string", (0, 0), nullable_versions=(0, 0), default="", about="Assignor that the server shall use; null for its own choice."),
        Field("classic_member_metadata", "classicMemberMetadata", "struct", (0, 0), nullable_versions=(0, 0), tagged_versions=(0, 0), tag=0, default=ABSENT, struct=_ClassicMemberMetadata, about="What a member of the classic protocol has beyond; null for others."),
    ),
    about="A member of a consumer group: where it runs and what it subscribes to.",
)

SCHEMA = MessageSchema(
    "ConsumerGroupMemberMetadataValue",
    "coordinator-value",
    5,
    (0, 0),
    (0, 0),
    _ConsumerGroupMemberMetadataValue,
)
