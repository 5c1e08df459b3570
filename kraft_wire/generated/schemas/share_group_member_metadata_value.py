# Generated from ShareGroupMemberMetadataValue.json by `python -m codegen generate`. Do not edit.
"""What ShareGroupMemberMetadataValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ShareGroupMemberMetadataValue = StructSchema(
    "ShareGroupMemberMetadataValue",
    (0, 0),
    (
        Field("rack_id", "rackId", "string", (0, 0), nullable_versions=(0, 0), default="", about="Rack of the client; null or empty for none."),
        Field("client_id", "clientId", "string", (0, 0), default="", about="What the client calls itself."),
        Field("client_host", "clientHost", "string", (0, 0), default="", about="Host that the member connects from."),
        Field("subscribed_topic_names", "subscribedTopicNames", "string", (0, 0), is_array=True, default=(), about="Topics that the member subscribes to by name."),
    ),
    about="A member of a share group: where it runs and what it subscribes to.",
)

SCHEMA = MessageSchema(
    "ShareGroupMemberMetadataValue",
    "coordinator-value",
    10,
    (0, 0),
    (0, 0),
    _ShareGroupMemberMetadataValue,
)
