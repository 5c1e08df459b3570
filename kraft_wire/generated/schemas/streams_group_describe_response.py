# Generated from StreamsGroupDescribeResponse.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupDescribeResponse looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_KeyValue = StructSchema(
    "KeyValue",
    (0, 1),
    (
        Field("key", "key", "string", (0, 1), default=""),
        Field("value", "value", "string", (0, 1), default=""),
    ),
)
_TopicInfo = StructSchema(
    "TopicInfo",
    (0, 1),
    (
        Field("name", "name", "string", (0, 1), default=""),
        Field("partitions", "partitions", "int32", (0, 1), default=0),
        Field("replication_factor", "replicationFactor", "int16", (0, 1), default=0),
        Field("topic_configs", "topicConfigs", "struct", (0, 1), is_array=True, default=(), struct=_KeyValue),
    ),
)
_Subtopology = StructSchema(
    "Subtopology",
    (0, 1),
    (
        Field("subtopology_id", "subtopologyId", "string", (0, 1), default=""),
        Field("source_topics", "sourceTopics", "string", (0, 1), is_array=True, default=()),
        Field("repartition_sink_topics", "repartitionSinkTopics", "string", (0, 1), is_array=True, default=()),
        Field("state_changelog_topics", "stateChangelogTopics", "struct", (0, 1), is_array=True, default=(), struct=_TopicInfo),
        Field("repartition_source_topics", "repartitionSourceTopics", "struct", (0, 1), is_array=True, default=(), struct=_TopicInfo),
    ),
)
_Topology = StructSchema(
    "Topology",
    (0, 1),
    (
        Field("epoch", "epoch", "int32", (0, 1), default=0),
        Field("subtopologies", "subtopologies", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), struct=_Subtopology),
    ),
)
_Endpoint = StructSchema(
    "Endpoint",
    (0, 1),
    (
        Field("host", "host", "string", (0, 1), default=""),
        Field("port", "port", "uint16", (0, 1), default=0),
    ),
)
_TaskOffset = StructSchema(
    "TaskOffset",
    (0, 1),
    (
        Field("subtopology_id", "subtopologyId", "string", (0, 1), default=""),
        Field("partition", "partition", "int32", (0, 1), default=0),
        Field("offset", "offset", "int64", (0, 1), default=0),
    ),
)
_TaskIds = StructSchema(
    "TaskIds",
    (0, 1),
    (
        Field("subtopology_id", "subtopologyId", "string", (0, 1), default=""),
        Field("partitions", "partitions", "int32", (0, 1), is_array=True, default=()),
    ),
)
_Assignment = StructSchema(
    "Assignment",
    (0, 1),
    (
        Field("active_tasks", "activeTasks", "struct", (0, 1), is_array=True, default=(), struct=_TaskIds),
        Field("standby_tasks", "standbyTasks", "struct", (0, 1), is_array=True, default=(), struct=_TaskIds),
        Field("warmup_tasks", "warmupTasks", "struct", (0, 1), is_array=True, default=(), struct=_TaskIds),
    ),
)
_Member = StructSchema(
    "Member",
    (0, 1),
    (
        Field("member_id", "memberId", "string", (0, 1), default=""),
        Field("member_epoch", "memberEpoch", "int32", (0, 1), default=0),
        Field("instance_id", "instanceId", "string", (0, 1), nullable_versions=(0, 1)),
        Field("rack_id", "rackId", "string", (0, 1), nullable_versions=(0, 1)),
        Field("client_id", "clientId", "string", (0, 1), default=""),
        Field("client_host", "clientHost", "string", (0, 1), default=""),
        Field("topology_epoch", "topologyEpoch", "int32", (0, 1), default=0),
        Field("process_id", "processId", "string", (0, 1), default=""),
        Field("user_endpoint", "userEndpoint", "struct", (0, 1), nullable_versions=(0, 1), struct=_Endpoint),
        Field("client_tags", "clientTags", "struct", (0, 1), is_array=True, default=(), struct=_KeyValue),
        Field("task_offsets", "taskOffsets", "struct", (0, 1), is_array=True, default=(), struct=_TaskOffset),
        Field("task_end_offsets", "taskEndOffsets", "struct", (0, 1), is_array=True, default=(), struct=_TaskOffset),
        Field("assignment", "assignment", "struct", (0, 1), default=ABSENT, struct=_Assignment),
        Field("target_assignment", "targetAssignment", "struct", (0, 1), default=ABSENT, struct=_Assignment),
        Field("is_classic", "isClassic", "bool", (0, 1), default=False),
    ),
)
_TopologyDescriptionNode = StructSchema(
    "TopologyDescriptionNode",
    (1, 1),
    (
        Field("name", "name", "string", (1, 1), default=""),
        Field("node_type", "nodeType", "int8", (1, 1), default=0),
        Field("source_topics", "sourceTopics", "string", (1, 1), is_array=True, default=()),
        Field("sink_topic", "sinkTopic", "string", (1, 1), nullable_versions=(1, 1)),
        Field("stores", "stores", "string", (1, 1), is_array=True, default=()),
        Field("successors", "successors", "string", (1, 1), is_array=True, default=()),
    ),
)
_TopologyDescriptionSubtopology = StructSchema(
    "TopologyDescriptionSubtopology",
    (1, 1),
    (
        Field("subtopology_id", "subtopologyId", "string", (1, 1), default=""),
        Field("nodes", "nodes", "struct", (1, 1), is_array=True, default=(), struct=_TopologyDescriptionNode),
    ),
)
_TopologyDescriptionGlobalStore = StructSchema(
    "TopologyDescriptionGlobalStore",
    (1, 1),
    (
        Field("source", "source", "struct", (1, 1), default=ABSENT, struct=_TopologyDescriptionNode),
        Field("processor", "processor", "struct", (1, 1), default=ABSENT, struct=_TopologyDescriptionNode),
    ),
)
_TopologyDescription = StructSchema(
    "TopologyDescription",
    (1, 1),
    (
        Field("subtopologies", "subtopologies", "struct", (1, 1), is_array=True, default=(), struct=_TopologyDescriptionSubtopology),
        Field("global_stores", "globalStores", "struct", (1, 1), is_array=True, default=(), struct=_TopologyDescriptionGlobalStore),
    ),
)
_DescribedGroup = StructSchema(
    "DescribedGroup",
    (0, 1),
    (
        Field("error_code", "errorCode", "int16", (0, 1), default=0),
        Field("error_message", "errorMessage", "string", (0, 1), nullable_versions=(0, 1)),
        Field("group_id", "groupId", "string", (0, 1), default=""),
        Field("group_state", "groupState", "string", (0, 1), default=""),
        Field("group_epoch", "groupEpoch", "int32", (0, 1), default=0),
        Field("assignment_epoch", "assignmentEpoch", "int32", (0, 1), default=0),
        Field("topology", "topology", "struct", (0, 1), nullable_versions=(0, 1), struct=_Topology),
        Field("members", "members", "struct", (0, 1), is_array=True, default=(), struct=_Member),
        Field("authorized_operations", "authorizedOperations", "int32", (0, 1), default=-2147483648),
        Field("topology_description", "topologyDescription", "struct", (1, 1), nullable_versions=(1, 1), struct=_TopologyDescription),
        Field("topology_description_status", "topologyDescriptionStatus", "int8", (1, 1), default=0),
        Field("assignor_name", "assignorName", "string", (1, 1), nullable_versions=(1, 1), ignorable=True),
    ),
)
_StreamsGroupDescribeResponse = StructSchema(
    "StreamsGroupDescribeResponse",
    (0, 1),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 1), default=0),
        Field("groups", "groups", "struct", (0, 1), is_array=True, default=(), struct=_DescribedGroup),
    ),
)

SCHEMA = MessageSchema(
    "StreamsGroupDescribeResponse",
    "response",
    89,
    (0, 1),
    (0, 1),
    _StreamsGroupDescribeResponse,
)
