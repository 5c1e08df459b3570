# Generated from StreamsGroupHeartbeatRequest.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupHeartbeatRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

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
_CopartitionGroup = StructSchema(
    "CopartitionGroup",
    (0, 1),
    (
        Field("source_topics", "sourceTopics", "int16", (0, 1), is_array=True, default=()),
        Field("source_topic_regex", "sourceTopicRegex", "int16", (0, 1), is_array=True, default=()),
        Field("repartition_source_topics", "repartitionSourceTopics", "int16", (0, 1), is_array=True, default=()),
    ),
)
_Subtopology = StructSchema(
    "Subtopology",
    (0, 1),
    (
        Field("subtopology_id", "subtopologyId", "string", (0, 1), default=""),
        Field("source_topics", "sourceTopics", "string", (0, 1), is_array=True, default=()),
        Field("source_topic_regex", "sourceTopicRegex", "string", (0, 1), is_array=True, default=()),
        Field("state_changelog_topics", "stateChangelogTopics", "struct", (0, 1), is_array=True, default=(), struct=_TopicInfo),
        Field("repartition_sink_topics", "repartitionSinkTopics", "string", (0, 1), is_array=True, default=()),
        Field("repartition_source_topics", "repartitionSourceTopics", "struct", (0, 1), is_array=True, default=(), struct=_TopicInfo),
        Field("copartition_groups", "copartitionGroups", "struct", (0, 1), is_array=True, default=(), struct=_CopartitionGroup),
    ),
)
_Topology = StructSchema(
    "Topology",
    (0, 1),
    (
        Field("epoch", "epoch", "int32", (0, 1), default=0),
        Field("subtopologies", "subtopologies", "struct", (0, 1), is_array=True, default=(), struct=_Subtopology),
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
_StreamsGroupHeartbeatRequest = StructSchema(
    "StreamsGroupHeartbeatRequest",
    (0, 1),
    (
        Field("group_id", "groupId", "string", (0, 1), default=""),
        Field("member_id", "memberId", "string", (0, 1), default=""),
        Field("member_epoch", "memberEpoch", "int32", (0, 1), default=0),
        Field("endpoint_information_epoch", "endpointInformationEpoch", "int32", (0, 1), default=0),
        Field("instance_id", "instanceId", "string", (0, 1), nullable_versions=(0, 1)),
        Field("rack_id", "rackId", "string", (0, 1), nullable_versions=(0, 1)),
        Field("rebalance_timeout_ms", "rebalanceTimeoutMs", "int32", (0, 1), default=-1),
        Field("topology", "topology", "struct", (0, 1), nullable_versions=(0, 1), struct=_Topology),
        Field("active_tasks", "activeTasks", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), struct=_TaskIds),
        Field("standby_tasks", "standbyTasks", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), struct=_TaskIds),
        Field("warmup_tasks", "warmupTasks", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), struct=_TaskIds),
        Field("process_id", "processId", "string", (0, 1), nullable_versions=(0, 1)),
        Field("user_endpoint", "userEndpoint", "struct", (0, 1), nullable_versions=(0, 1), struct=_Endpoint),
        Field("client_tags", "clientTags", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), struct=_KeyValue),
        Field("task_offsets", "taskOffsets", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), struct=_TaskOffset),
        Field("task_end_offsets", "taskEndOffsets", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), struct=_TaskOffset),
        Field("shutdown_application", "shutdownApplication", "bool", (0, 1), default=False),
    ),
)

SCHEMA = MessageSchema(
    "StreamsGroupHeartbeatRequest",
    "request",
    88,
    (0, 1),
    (0, 1),
    _StreamsGroupHeartbeatRequest,
)
