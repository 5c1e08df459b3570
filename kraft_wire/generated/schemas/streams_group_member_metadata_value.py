# Generated from StreamsGroupMemberMetadataValue.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupMemberMetadataValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_Endpoint = StructSchema(
    "Endpoint",
    (0, 0),
    (
        Field("host", "host", "string", (0, 0), default="", about="Name or address of the host."),
        Field("port", "port", "uint16", (0, 0), default=0, about="TCP port."),
    ),
    about="Where the application can be reached; null for none.",
)
_KeyValue = StructSchema(
    "KeyValue",
    (0, 0),
    (
        Field("key", "key", "string", (0, 0), default="", about="Name that the value belongs to."),
        Field("value", "value", "string", (0, 0), default="", about="Value that belongs to the key."),
    ),
    about="Tags of the client for rack-aware assignment.",
)
_StreamsGroupMemberMetadataValue = StructSchema(
    "StreamsGroupMemberMetadataValue",
    (0, 0),
    (
        Field("instance_id", "instanceId", "string", (0, 0), nullable_versions=(0, 0), default="", about="Static id of the member; null for a dynamic one."),
        Field("rack_id", "rackId", "string", (0, 0), nullable_versions=(0, 0), default="", about="Rack of the client; null or empty for none."),
        Field("client_id", "clientId", "string", (0, 0), default="", about="What the client calls itself."),
        Field("client_host", "clientHost", "string", (0, 0), default="", about="Host that the member connects from."),
        Field("rebalance_timeout_ms", "rebalanceTimeoutMs", "int32", (0, 0), default=-1, about="Milliseconds that members have to give back what they must."),
        Field("topology_epoch", "topologyEpoch", "int32", (0, 0), default=0, about="Epoch of the topology."),
        Field("process_id", "processId", "string", (0, 0), default="", about="Id of the process that runs the member."),
        Field("user_endpoint", "userEndpoint", "struct", (0, 0), nullable_versions=(0, 0), struct=_Endpoint, about="Where the application can be reached; null for none."),
        Field("client_tags", "clientTags", "struct", (0, 0), is_array=True, default=(), struct=_KeyValue, about="Tags of the client for rack-aware assignment."),
    ),
    about="A member of a streams group: where it runs and what it can be reached by.",
)

SCHEMA = MessageSchema(
    "StreamsGroupMemberMetadataValue",
    "coordinator-value",
    19,
    (0, 0),
    (0, 0),
    _StreamsGroupMemberMetadataValue,
)
