# Generated from ConsumerGroupMemberMetadataValue.json by `python -m codegen generate`. Do not edit.
"""What ConsumerGroupMemberMetadataValue looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_ClassicProtocol = StructSchema(
    "ClassicProtocol",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default=""),
        Field("metadata", "metadata", "bytes", (0, 0), default=b''),
    ),
)
_ClassicMemberMetadata = StructSchema(
    "ClassicMemberMetadata",
    (0, 0),
    (
        Field("session_timeout_ms", "sessionTimeoutMs", "int32", (0, 0), default=0),
        Field("supported_protocols", "supportedProtocols", "struct", (0, 0), is_array=True, default=(), struct=_ClassicProtocol),
    ),
)
_ConsumerGroupMemberMetadataValue = StructSchema(
    "ConsumerGroupMemberMetadataValue",
    (0, 0),
    (
        Field("instance_id", "instanceId", "string", (0, 0), nullable_versions=(0, 0), default=""),
        Field("rack_id", "rackId", "string", (0, 0), nullable_versions=(0, 0), default=""),
        Field("client_id", "clientId", "string", (0, 0), default=""),
        Field("client_host", "clientHost", "string", (0, 0), default=""),
        Field("subscribed_topic_names", "subscribedTopicNames", "string", (0, 0), is_array=True, default=()),
        Field("subscribed_topic_regex", "subscribedTopicRegex", "string", (0, 0), nullable_versions=(0, 0), default=""),
        Field("rebalance_timeout_ms", "rebalanceTimeoutMs", "int32", (0, 0), default=-1),
        Field("server_assignor", "serverAssignor", "string", (0, 0), nullable_versions=(0, 0), default=""),
        Field("classic_member_metadata", "classicMemberMetadata", "struct", (0, 0), nullable_versions=(0, 0), tagged_versions=(0, 0), tag=0, default=ABSENT, struct=_ClassicMemberMetadata),
    ),
)

SCHEMA = MessageSchema(
    "ConsumerGroupMemberMetadataValue",
    "coordinator-value",
    5,
    (0, 0),
    (0, 0),
    _ConsumerGroupMemberMetadataValue,
)
