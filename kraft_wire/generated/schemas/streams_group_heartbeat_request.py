# Generated from StreamsGroupHeartbeatRequest.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupHeartbeatRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

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
_CopartitionGroup = StructSchema(
    "CopartitionGroup",
    (0, 1),
    (
        Field("source_topics", "sourceTopics", "int16", (0, 1), is_array=True, default=(), about="Source topics."),
        Field("source_topic_regex", "sourceTopicRegex", "int16", (0, 1), is_array=True, default=(), about="Regular expressions for source topics."),
        Field("repartition_source_topics", "repartitionSourceTopics", "int16", (0, 1), is_array=True, default=(), about="Repartition topics that the subtopology reads from."),
    ),
    about="Source topics that must have equally many partitions.",
)
_Subtopology = StructSchema(
    "Subtopology",
    (0, 1),
    (
        Field("subtopology_id", "subtopologyId", "string", (0, 1), default="", about="Id of the subtopology."),
        Field("source_topics", "sourceTopics", "string", (0, 1), is_array=True, default=(), entity_type="topicName", about="Source topics."),
        Field("source_topic_regex", "sourceTopicRegex", "string", (0, 1), is_array=True, default=(), about="Regular expressions for source topics."),
        Field("state_changelog_topics", "stateChangelogTopics", "struct", (0, 1), is_array=True, default=(), struct=_TopicInfo, about="Changelog topics of the state stores."),
        Field("repartition_sink_topics", "repartitionSinkTopics", "string", (0, 1), is_array=True, default=(), entity_type="topicName", about="Repartition topics that the subtopology writes to."),
        Field("repartition_source_topics", "repartitionSourceTopics", "struct", (0, 1), is_array=True, default=(), struct=_TopicInfo, about="Repartition topics that the subtopology reads from."),
        Field("copartition_groups", "copartitionGroups", "struct", (0, 1), is_array=True, default=(), struct=_CopartitionGroup, about="Source topics that must have equally many partitions."),
    ),
    about="One entry for each subtopology.",
)
_Topology = StructSchema(
    "Topology",
    (0, 1),
    (
        Field("epoch", "epoch", "int32", (0, 1), default=0, about="Epoch of the topology, raised by each change of it."),
        Field("subtopologies", "subtopologies", "struct", (0, 1), is_array=True, default=(), struct=_Subtopology, about="One entry for each subtopology."),
    ),
    about="The topology; null where it did not change or is not known.",
)
_TaskIds = StructSchema(
    "TaskIds",
    (0, 1),
    (
        Field("subtopology_id", "subtopologyId", "string", (0, 1), default="", about="Id of the subtopology."),
        Field("partitions", "partitions", "int32", (0, 1), is_array=True, default=(), about="Numbers of the partitions."),
    ),
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
_StreamsGroupHeartbeatRequest = StructSchema(
    "StreamsGroupHeartbeatRequest",
    (0, 1),
    (
        Field("group_id", "groupId", "string", (0, 1), default="", entity_type="groupId", about="Id of the group."),
        Field("member_id", "memberId", "string", (0, 1), default="", about="Id of the member."),
        Field("member_epoch", "memberEpoch", "int32", (0, 1), default=0, about="Epoch of the member; 0 to join, -1 to leave, -2 to leave for a while as a static member."),
        Field("endpoint_information_epoch", "endpointInformationEpoch", "int32", (0, 1), default=0, about="Epoch of what is told about endpoints."),
        Field("instance_id", "instanceId", "string", (0, 1), nullable_versions=(0, 1), about="Static id of the member; null for a dynamic one."),
        Field("rack_id", "rackId", "string", (0, 1), nullable_versions=(0, 1), about="Rack of the client; null or empty for none."),
        Field("rebalance_timeout_ms", "rebalanceTimeoutMs", "int32", (0, 1), default=-1, about="Milliseconds that members have to give back what they must."),
        Field("topology", "topology", "struct", (0, 1), nullable_versions=(0, 1), struct=_Topology, about="The topology; null where it did not change or is not known."),
        Field("active_tasks", "activeTasks", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), struct=_TaskIds, about="Tasks that process records."),
        Field("standby_tasks", "standbyTasks", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), struct=_TaskIds, about="Tasks that keep a copy of the state."),
        Field("warmup_tasks", "warmupTasks", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), struct=_TaskIds, about="Tasks that restore their state in order to become active here."),
        Field("process_id", "processId", "string", (0, 1), nullable_versions=(0, 1), about="Id of the process that runs the member."),
        Field("user_endpoint", "userEndpoint", "struct", (0, 1), nullable_versions=(0, 1), struct=_Endpoint, about="Where the application can be reached; null for none."),
        Field("client_tags", "clientTags", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), struct=_KeyValue, about="Tags of the client for rack-aware assignment."),
        Field("task_offsets", "taskOffsets", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), struct=_TaskOffset, about="How far the tasks have restored."),
        Field("task_end_offsets", "taskEndOffsets", "struct", (0, 1), is_array=True, nullable_versions=(0, 1), struct=_TaskOffset, about="Ends of the tasks' changelogs."),
        Field("shutdown_application", "shutdownApplication", "bool", (0, 1), default=False, about="Whether the whole application shall stop."),
    ),
    about="A member of a streams group (KIP-1071) joins, stays, reports its tasks or leaves.",
)

SCHEMA = MessageSchema(
    "StreamsGroupHeartbeatRequest",
    "request",
    88,
    (0, 1),
    (0, 1),
    _StreamsGroupHeartbeatRequest,
    listeners=("broker",),
)
