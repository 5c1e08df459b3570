# Generated from StreamsGroupTopologyDescriptionUpdateRequest.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupTopologyDescriptionUpdateRequest looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_TopologyDescriptionNode = StructSchema(
    "TopologyDescriptionNode",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default="", about="Name of the node."),
        Field("node_type", "nodeType", "int8", (0, 0), default=0, about="1 source, 2 processor, 3 sink."),
        Field("source_topics", "sourceTopics", "string", (0, 0), is_array=True, default=(), entity_type="topicName", about="Source topics."),
        Field("sink_topic", "sinkTopic", "string", (0, 0), nullable_versions=(0, 0), entity_type="topicName", about="Topic that the sink writes to; null where it varies."),
        Field("stores", "stores", "string", (0, 0), is_array=True, default=(), about="State stores of the node."),
        Field("successors", "successors", "string", (0, 0), is_array=True, default=(), about="Nodes that come after."),
    ),
)
_TopologyDescriptionSubtopology = StructSchema(
    "TopologyDescriptionSubtopology",
    (0, 0),
    (
        Field("subtopology_id", "subtopologyId", "string", (0, 0), default="", about="Id of the subtopology."),
        Field("nodes", "nodes", "struct", (0, 0), is_array=True, default=(), struct=_TopologyDescriptionNode, about="One entry for each node."),
    ),
    about="One entry for each subtopology.",
)
_TopologyDescriptionGlobalStore = StructSchema(
    "TopologyDescriptionGlobalStore",
    (0, 0),
    (
        Field("source", "source", "struct", (0, 0), default=ABSENT, struct=_TopologyDescriptionNode, about="Source of the global store."),
        Field("processor", "processor", "struct", (0, 0), default=ABSENT, struct=_TopologyDescriptionNode, about="Processor of the global store."),
    ),
    about="Global stores of the topology.",
)
_TopologyDescription = StructSchema(
    "TopologyDescription",
    (0, 0),
    (
        Field("subtopologies", "subtopologies", "struct", (0, 0), is_array=True, default=(), struct=_TopologyDescriptionSubtopology, about="One entry for each subtopology."),
        Field("global_stores", "globalStores", "struct", (0, 0), is_array=True, default=(), struct=_TopologyDescriptionGlobalStore, about="Global stores of the topology."),
    ),
    about="The whole topology.",
)
_StreamsGroupTopologyDescriptionUpdateRequest = StructSchema(
    "StreamsGroupTopologyDescriptionUpdateRequest",
    (0, 0),
    (
        Field("group_id", "groupId", "string", (0, 0), default="", entity_type="groupId", about="Id of the group."),
        Field("member_id", "memberId", "string", (0, 0), default="", about="Id of the member."),
        Field("topology_epoch", "topologyEpoch", "int32", (0, 0), default=0, about="Epoch of the topology."),
        Field("topology_description", "topologyDescription", "struct", (0, 0), default=ABSENT, struct=_TopologyDescription, about="The whole topology."),
    ),
    about="A member hands in the full description of its streams topology.",
)

SCHEMA = MessageSchema(
    "StreamsGroupTopologyDescriptionUpdateRequest",
    "request",
    93,
    (0, 0),
    (0, 0),
    _StreamsGroupTopologyDescriptionUpdateRequest,
    listeners=("broker",),
)
