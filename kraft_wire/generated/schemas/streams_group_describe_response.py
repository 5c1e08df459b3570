# Generated from StreamsGroupDescribeResponse.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupDescribeResponse looks like, as data."""

from kraft_wire.schema import ABSENT, FieldSchema as Field, MessageSchema, StructSchema

_KEY_VALUE = StructSchema(
    "KeyValue",
    (0, 1),
    (
        Field("key", "key", "string", (0, 1), default=""),
        Field("value", "value", "string", (0, 1), default=""),
    ),
)
_TOPIC_INFO = StructSchema(
    "TopicInfo",
    (0, 1),
    (
        Field("name", "name", "string", (0, 1), default=""),
        Field("partitions", "partitions", "int32", (0, 1), default=0),
        Field("replication_factor", "replicationFactor", "int16", (0, 1), default=0),
        Field("topic_configs", "topicConfigs", "struct", (0, 1), is_array=True, default=(), struct=_KEY_VALUE),
    ),
)
_SUBTOPOLOGY = StructSchema(
    "Subtopology",
    (0, 1),
    (
        Field("subtopology_id", "subtopologyId", "string", (0, 1), default=""),
        Field("source_topics", "sourceTopics", "string", (0, 1), is_array=True, default=()),
        Field("repartition_sink_topics", "repartitionSinkTopics", "string", (0, 1), is_array=True, default=()),
        Field("state_changelog_topics", "stateChangelogTopics", "struct", (0, 1), is_array=True, default=(), struct=_TOPIC_INFO),
        Field("repartition_source_topics", "repartitionSourceTopics", "struct", (0, 1), is_array=True, default=(), struct=_TOPIC_INFO),
    ),
)
_TOPOLOGY = StructSchema(
    "Topology",
    (0, 1),
    (
        Field("epoch", "epoch", "int32", (0, 1), default=0),
        Field("subtopologies", "subtopologies", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), struct=_SUBTOPOLOGY),
    ),
)
_ENDPOINT = StructSchema(
    "Endpoint",
    (0, 1),
    (
        Field("host", "host", "string", (0, 1), default=""),
        Field("port", "port", "uint16", (0, 1), default=0),
    ),
)
_TASK_OFFSET = StructSchema(
    "TaskOffset",
    (0, 1),
    (
        Field("subtopology_id", "subtopologyId", "string", (0, 1), default=""),
        Field("partition", "partition", "int32", (0, 1), default=0),
        Field("offset", "offset", "int64", (0, 1), default=0),
    ),
)
_TASK_IDS = StructSchema(
    "TaskIds",
    (0, 1),
    (
        Field("subtopology_id", "subtopologyId", "string", (0, 1), default=""),
        Field("partitions", "partitions", "int32", (0, 1), is_array=True, default=()),
    ),
)
_ASSIGNMENT = StructSchema(
    "Assignment",
    (0, 1),
    (
        Field("active_tasks", "activeTasks", "struct", (0, 1), is_array=True, default=(), struct=_TASK_IDS),
        Field("standby_tasks", "standbyTasks", "struct", (0, 1), is_array=True, default=(), struct=_TASK_IDS),
        Field("warmup_tasks", "warmupTasks", "struct", (0, 1), is_array=True, default=(), struct=_TASK_IDS),
    ),
)
_MEMBER = StructSchema(
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
        Field("user_endpoint", "userEndpoint", "struct", (0, 1), nullable_versions=(0, 1), struct=_ENDPOINT),
        Field("client_tags", "clientTags", "struct", (0, 1), is_array=True, default=(), struct=_KEY_VALUE),
        Field("task_offsets", "taskOffsets", "struct", (0, 1), is_array=True, default=(), struct=_TASK_OFFSET),
        Field("task_end_offsets", "taskEndOffsets", "struct", (0, 1), is_array=True, default=(), struct=_TASK_OFFSET),
        Field("assignment", "assignment", "struct", (0, 1), default=ABSENT, struct=_ASSIGNMENT),
        Field("target_assignment", "targetAssignment", "struct", (0, 1), default=ABSENT, struct=_ASSIGNMENT),
        Field("is_classic", "isClassic", "bool", (0, 1), default=False),
    ),
)
_TOPOLOGY_DESCRIPTION_NODE = StructSchema(
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
_TOPOLOGY_DESCRIPTION_SUBTOPOLOGY = StructSchema(
    "TopologyDescriptionSubtopology",
    (1, 1),
    (
        Field("subtopology_id", "subtopologyId", "string", (1, 1), default=""),
        Field("nodes", "nodes", "struct", (1, 1), is_array=True, default=(), struct=_TOPOLOGY_DESCRIPTION_NODE),
    ),
)
_TOPOLOGY_DESCRIPTION_GLOBAL_STORE = StructSchema(
    "TopologyDescriptionGlobalStore",
    (1, 1),
    (
        Field("source", "source", "struct", (1, 1), default=ABSENT, struct=_TOPOLOGY_DESCRIPTION_NODE),
        Field("processor", "processor", "struct", (1, 1), default=ABSENT, struct=_TOPOLOGY_DESCRIPTION_NODE),
    ),
)
_TOPOLOGY_DESCRIPTION = StructSchema(
    "TopologyDescription",
    (1, 1),
    (
        Field("subtopologies", "subtopologies", "struct", (1, 1), is_array=True, default=(), struct=_TOPOLOGY_DESCRIPTION_SUBTOPOLOGY),
        Field("global_stores", "globalStores", "struct", (1, 1), is_array=True, default=(), struct=_TOPOLOGY_DESCRIPTION_GLOBAL_STORE),
    ),
)
_DESCRIBED_GROUP = StructSchema(
    "DescribedGroup",
    (0, 1),
    (
        Field("error_code", "errorCode", "int16", (0, 1), default=0),
        Field("error_message", "errorMessage", "string", (0, 1), nullable_versions=(0, 1)),
        Field("group_id", "groupId", "string", (0, 1), default=""),
        Field("group_state", "groupState", "string", (0, 1), default=""),
        Field("group_epoch", "groupEpoch", "int32", (0, 1), default=0),
        Field("assignment_epoch", "assignmentEpoch", "int32", (0, 1), default=0),
        Field("topology", "topology", "struct", (0, 1), nullable_versions=(0, 1), struct=_TOPOLOGY),
        Field("members", "members", "struct", (0, 1), is_array=True, default=(), struct=_MEMBER),
        Field("authorized_operations", "authorizedOperations", "int32", (0, 1), default=-2147483648),
        Field("topology_description", "topologyDescription", "struct", (1, 1), nullable_versions=(1, 1), struct=_TOPOLOGY_DESCRIPTION),
        Field("topology_description_status", "topologyDescriptionStatus", "int8", (1, 1), default=0),
        Field("assignor_name", "assignorName", "string", (1, 1), nullable_versions=(1, 1), ignorable=True),
    ),
)
_STREAMS_GROUP_DESCRIBE_RESPONSE = StructSchema(
    "StreamsGroupDescribeResponse",
    (0, 1),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 1), default=0),
        Field("groups", "groups", "struct", (0, 1), is_array=True, default=(), struct=_DESCRIBED_GROUP),
    ),
)

SCHEMA = MessageSchema(
    "StreamsGroupDescribeResponse",
    "response",
    89,
    (0, 1),
    (0, 1),
    _STREAMS_GROUP_DESCRIBE_RESPONSE,
)
