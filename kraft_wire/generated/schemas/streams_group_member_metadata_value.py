# Generated from StreamsGroupMemberMetadataValue.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupMemberMetadataValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_Endpoint = StructSchema(
    "Endpoint",
    (0, 0),
    (
        Field("host", "host", "string", (0, 0), default=""),
        Field("port", "port", "uint16", (0, 0), default=0),
    ),
)
_KeyValue = StructSchema(
    "KeyValue",
    (0, 0),
    (
        Field("key", "key", "string", (0, 0), default=""),
        Field("value", "value", "string", (0, 0), default=""),
    ),
)
_StreamsGroupMemberMetadataValue = StructSchema(
    "StreamsGroupMemberMetadataValue",
    (0, 0),
    (
        Field("instance_id", "instanceId", "string", (0, 0), nullable_versions=(0, 0), default=""),
        Field("rack_id", "rackId", "string", (0, 0), nullable_versions=(0, 0), default=""),
        Field("client_id", "clientId", "string", (0, 0), default=""),
        Field("client_host", "clientHost", "string", (0, 0), default=""),
        Field("rebalance_timeout_ms", "rebalanceTimeoutMs", "int32", (0, 0), default=-1),
        Field("topology_epoch", "topologyEpoch", "int32", (0, 0), default=0),
        Field("process_id", "processId", "string", (0, 0), default=""),
        Field("user_endpoint", "userEndpoint", "struct", (0, 0), nullable_versions=(0, 0), struct=_Endpoint),
        Field("client_tags", "clientTags", "struct", (0, 0), is_array=True, default=(), struct=_KeyValue),
    ),
)

SCHEMA = MessageSchema(
    "StreamsGroupMemberMetadataValue",
    "coordinator-value",
    19,
    (0, 0),
    (0, 0),
    _StreamsGroupMemberMetadataValue,
)
