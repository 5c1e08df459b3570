# Generated from StreamsGroupDescribeResponse.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupDescribeResponse looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_KeyValue = StructSchema(
    "KeyValue",
    (0, 1),
    (
        Field("key", "key", "string", (0, 1), default="", about="Name that the value belongs to."),
        Field("value", "value", "string", (0, 1), default="", about="Value that belongs to the key."),
    ),
)
_TopicInfo = StructSchema(
    "TopicInfo",
    (0, 1),
    (
        Field("name", "name", "string", (0, 1), default="", entity_type="topicName", about="Name of the topic."),
        Field("partitions", "partitions", "int32", (0, 1), default=0, about="One entry for each partition."),
        Field("replication_factor", "replicationFactor", "int16", (0, 1), default=0, about="Number of replicas; -1 for the default."),
        Field("topic_configs", "topicConfigs", "struct", (0, 1), is_array=True, default=(), struct=_KeyValue, about="Configs of the topic."),
    ),
)
_Subtopology = StructSchema(
    "Subtopology",
    (0, 1),
    (
        Field("subtopology_id", "subtopologyId", "string", (0, 1), default="", about="Id of the subtopology."),
        Field("source_topics", "sourceTopics", "string", (0, 1), is_array=True, default=(), entity_type="topicName", about="Source topics."),
        Field("repartition_sink_topics", "repartitionSinkTopics", "string", (0, 1), is_array=True, default=(), entity_type="topicName", about="Repartition topics that the subtopology writes to."),
        Field("state_changelog_topics", "stateChangelogTopics", "struct", (0, 1), is_array=True, default=(), struct=_TopicInfo, about="Changelog topics of the state stores."),
        Field("repartition_source_topics", "repartitionSourceTopics", "struct", (0, 1), is_array=True, default=(), struct=_TopicInfo, about="Repartition topics that the subtopology reads from."),
    ),
    about="One entry for each subtopology.",
)
_Topology = StructSchema(
    "Topology",
    (0, 1),
    (
        Field("epoch", "epoch", "int32", (0, 1), default=0, about="Epoch of the topology, raised by each change of it."),
        Field("subtopologies", "subtopologies", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), struct=_Subtopology, about="One entry for each subtopology."),
    ),
    about="The topology; null where it did not change or is not known.",
)
_Endpoint = StructSchema(
    "Endpoint",
    (0, 1),
    (
        Field("host", "host", "string", (0, 1), default="", about="Name or address of the host."),
        Field("port", "port", "uint16", (0, 1), default=0, about="TCP port."),
    ),
    about="Where the application can be reached; null for none.",
)
_TaskOffset = StructSchema(
    "TaskOffset",
    (0, 1),
    (
        Field("subtopology_id", "subtopologyId", "string", (0, 1), default="", about="Id of the subtopology."),
        Field("partition", "partition", "int32", (0, 1), default=0, about="Number of the partition."),
        Field("offset", "offset", "int64", (0, 1), default=0, about="Offset that the task has got to."),
    ),
)
_TaskIds = StructSchema(
    "TaskIds",
    (0, 1),
    (
        Field("subtopology_id", "subtopologyId", "string", (0, 1), default="", about="Id of the subtopology."),
        Field("partitions", "partitions", "int32", (0, 1), is_array=True, default=(), about="Numbers of the partitions."),
    ),
)
_Assignment = StructSchema(
    "Assignment",
    (0, 1),
    (
        Field("active_tasks", "activeTasks", "struct", (0, 1), is_array=True, default=(), struct=_TaskIds, about="Tasks that process records."),
        Field("standby_tasks", "standbyTasks", "struct", (0, 1), is_array=True, default=(), struct=_TaskIds, about="Tasks that keep a copy of the state."),
        Field("warmup_tasks", "warmupTasks", "struct", (0, 1), is_array=True, default=(), struct=_TaskIds, about="Tasks that restore their state in order to become active here."),
    ),
)
_Member = StructSchema(
    "Member",
    (0, 1),
    (
        Field("member_id", "memberId", "string", (0, 1), default="", about="Id of the member."),
        Field("member_epoch", "memberEpoch", "int32", (0, 1), default=0, about="Epoch of the member."),
        Field("instance_id", "instanceId", "string", (0, 1), nullable_versions=(0, 1), about="Static id of the member; null for a dynamic one."),
        Field("rack_id", "rackId", "string", (0, 1), nullable_versions=(0, 1), about="Rack of the client; null or empty for none."),
        Field("client_id", "clientId", "string", (0, 1), default="", about="What the client calls itself."),
        Field("client_host", "clientHost", "string", (0, 1), default="", about="Host that the member connects from."),
        Field("topology_epoch", "topologyEpoch", "int32", (0, 1), default=0, about="Epoch of the topology."),
        Field("process_id", "processId", "string", (0, 1), default="", about="Id of the process that runs the member."),
        Field("user_endpoint", "userEndpoint", "struct", (0, 1), nullable_versions=(0, 1), struct=_Endpoint, about="Where the application can be reached; null for none."),
        Field("client_tags", "clientTags", "struct", (0, 1), is_array=True, default=(), struct=_KeyValue, about="Tags of the client for rack-aware assignment."),
        Field("task_offsets", "taskOffsets", "struct", (0, 1), is_array=True, default=(), struct=_TaskOffset, about="How far the tasks have restored."),
        Field("task_end_offsets", "taskEndOffsets", "struct", (0, 1), is_array=True, default=(), struct=_TaskOffset, about="Ends of the tasks' changelogs."),
        Field("assignment", "assignment", "struct", (0, 1), default=ABSENT, struct=_Assignment, about="What the member is assigned."),
        Field("target_assignment", "targetAssignment", "struct", (0, 1), default=ABSENT, struct=_Assignment, about="What the member shall have."),
        Field("is_classic", "isClassic", "bool", (0, 1), default=False, about="Whether the member speaks the classic protocol."),
    ),
    about="One entry for each member of the group.",
)
_TopologyDescriptionNode = StructSchema(
    "TopologyDescriptionNode",
    (1, 1),
    (
        Field("name", "name", "string", (1, 1), default="", about="Name of the node."),
        Field("node_type", "nodeType", "int8", (1, 1), default=0, about="1 source, 2 processor, 3 sink."),
        Field("source_topics", "sourceTopics", "string", (1, 1), is_array=True, default=(), entity_type="topicName", about="Source topics."),
        Field("sink_topic", "sinkTopic", "string", (1, 1), nullable_versions=(1, 1), entity_type="topicName", about="Topic that the sink writes to; null where it varies."),
        Field("stores", "stores", "string", (1, 1), is_array=True, default=(), about="State stores of the node."),
        Field("successors", "successors", "string", (1, 1), is_array=True, default=(), about="Nodes that come after."),
    ),
)
_TopologyDescriptionSubtopology = StructSchema(
    "TopologyDescriptionSubtopology",
    (1, 1),
    (
        Field("subtopology_id", "subtopologyId", "string", (1, 1), default="", about="Id of the subtopology."),
        Field("nodes", "nodes", "struct", (1, 1), is_array=True, default=(), struct=_TopologyDescriptionNode, about="One entry for each node."),
    ),
    about="One entry for each subtopology.",
)
_TopologyDescriptionGlobalStore = StructSchema(
    "TopologyDescriptionGlobalStore",
    (1, 1),
    (
        Field("source", "source", "struct", (1, 1), default=ABSENT, struct=_TopologyDescriptionNode, about="Source of the global store."),
        Field("processor", "processor", "struct", (1, 1), default=ABSENT, struct=_TopologyDescriptionNode, about="Processor of the global store."),
    ),
    about="Global stores of the topology.",
)
_TopologyDescription = StructSchema(
    "TopologyDescription",
    (1, 1),
    (
        Field("subtopologies", "subtopologies", "struct", (1, 1), is_array=True, default=(), struct=_TopologyDescriptionSubtopology, about="One entry for each subtopology."),
        Field("global_stores", "globalStores", "struct", (1, 1), is_array=True, default=(), struct=_TopologyDescriptionGlobalStore, about="Global stores of the topology."),
    ),
    about="The whole topology.",
)
_DescribedGroup = StructSchema(
    "DescribedGroup",
    (0, 1),
    (
        Field("error_code", "errorCode", "int16", (0, 1), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 1), nullable_versions=(0, 1), about="Text of the error; null without one."),
        Field("group_id", "groupId", "string", (0, 1), default="", entity_type="groupId", about="Id of the group."),
        Field("group_state", "groupState", "string", (0, 1), default="", about="State of the group, as text."),
        Field("group_epoch", "groupEpoch", "int32", (0, 1), default=0, about="Epoch of the group, raised by each change of members or subscriptions."),
        Field("assignment_epoch", "assignmentEpoch", "int32", (0, 1), default=0, about="Epoch of the group for which the assignment was computed."),
        Field("topology", "topology", "struct", (0, 1), nullable_versions=(0, 1), struct=_Topology, about="The topology; null where it did not change or is not known."),
        Field("members", "members", "struct", (0, 1), is_array=True, default=(), struct=_Member, about="One entry for each member of the group."),
        Field("authorized_operations", "authorizedOperations", "int32", (0, 1), default=-2147483648, about="Operations that the client may do, one bit each; -2147483648 where nobody asked."),
        Field("topology_description", "topologyDescription", "struct", (1, 1), nullable_versions=(1, 1), struct=_TopologyDescription, about="The whole topology."),
        Field("topology_description_status", "topologyDescriptionStatus", "int8", (1, 1), default=0, about="Whether the topology is told, and why not."),
        Field("assignor_name", "assignorName", "string", (1, 1), nullable_versions=(1, 1), ignorable=True, about="Name of the assignor in use."),
    ),
    about="One entry for each group.",
)
_StreamsGroupDescribeResponse = StructSchema(
    "StreamsGroupDescribeResponse",
    (0, 1),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 1), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("groups", "groups", "struct", (0, 1), is_array=True, default=(), struct=_DescribedGroup, about="One entry for each group."),
    ),
    about="Answers StreamsGroupDescribeRequest.",
)

SCHEMA = MessageSchema(
    "StreamsGroupDescribeResponse",
    "response",
    89,
    (0, 1),
    (0, 1),
    _StreamsGroupDescribeResponse,
)
