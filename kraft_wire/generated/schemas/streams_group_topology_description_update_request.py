# Generated from StreamsGroupTopologyDescriptionUpdateRequest.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupTopologyDescriptionUpdateRequest looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_TopologyDescriptionNode = StructSchema(
    "TopologyDescriptionNode",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default=""),
        Field("node_type", "nodeType", "int8", (0, 0), default=0),
        Field("source_topics", "sourceTopics", "string", (0, 0), is_array=True, default=()),
        Field("sink_topic", "sinkTopic", "string", (0, 0), nullable_versions=(0, 0)),
        Field("stores", "stores", "string", (0, 0), is_array=True, default=()),
        Field("successors", "successors", "string", (0, 0), is_array=True, default=()),
    ),
)
_TopologyDescriptionSubtopology = StructSchema(
    "TopologyDescriptionSubtopology",
    (0, 0),
    (
        Field("subtopology_id", "subtopologyId", "string", (0, 0), default=""),
        Field("nodes", "nodes", "struct", (0, 0), is_array=True, default=(), struct=_TopologyDescriptionNode),
    ),
)
_TopologyDescriptionGlobalStore = StructSchema(
    "TopologyDescriptionGlobalStore",
    (0, 0),
    (
        Field("source", "source", "struct", (0, 0), default=ABSENT, struct=_TopologyDescriptionNode),
        Field("processor", "processor", "struct", (0, 0), default=ABSENT, struct=_TopologyDescriptionNode),
    ),
)
_TopologyDescription = StructSchema(
    "TopologyDescription",
    (0, 0),
    (
        Field("subtopologies", "subtopologies", "struct", (0, 0), is_array=True, default=(), struct=_TopologyDescriptionSubtopology),
        Field("global_stores", "globalStores", "struct", (0, 0), is_array=True, default=(), struct=_TopologyDescriptionGlobalStore),
    ),
)
_StreamsGroupTopologyDescriptionUpdateRequest = StructSchema(
    "StreamsGroupTopologyDescriptionUpdateRequest",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default=""),
        Field("member_id", "memberId", "string", (0, 0), default=""),
        Field("topology_epoch", "topologyEpoch", "int32", (0, 0), default=0),
        Field("topology_description", "topologyDescription", "struct", (0, 0), default=ABSENT, struct=_TopologyDescription),
    ),
)

SCHEMA = MessageSchema(
    "StreamsGroupTopologyDescriptionUpdateRequest",
    "request",
    93,
    (0, 0),
    (0, 0),
    _StreamsGroupTopologyDescriptionUpdateRequest,
)
