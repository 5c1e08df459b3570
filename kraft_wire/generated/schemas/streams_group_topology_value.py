# Generated from StreamsGroupTopologyValue.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupTopologyValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TopicConfig = StructSchema(
    "TopicConfig",
    (0, 0),
    (
        Field("key", "key", "string", (0, 0), default=""),
        Field("value", "value", "string", (0, 0), default=""),
    ),
)
_TopicInfo = StructSchema(
    "TopicInfo",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default=""),
        Field("partitions", "partitions", "int32", (0, 0), default=0),
        Field("replication_factor", "replicationFactor", "int16", (0, 0), default=0),
        Field("topic_configs", "topicConfigs", "struct", (0, 0), is_array=True, default=(), struct=_TopicConfig),
    ),
)
_CopartitionGroup = StructSchema(
    "CopartitionGroup",
    (0, 0),
    (
        Field("source_topics", "sourceTopics", "int16", (0, 0), is_array=True, default=()),
        Field("source_topic_regex", "sourceTopicRegex", "int16", (0, 0), is_array=True, default=()),
        Field("repartition_source_topics", "repartitionSourceTopics", "int16", (0, 0), is_array=True, default=()),
    ),
)
_Subtopology = StructSchema(
    "Subtopology",
    (0, 0),
    (
        Field("subtopology_id", "subtopologyId", "string", (0, 0), default=""),
        Field("source_topics", "sourceTopics", "string", (0, 0), is_array=True, default=()),
        Field("source_topic_regex", "sourceTopicRegex", "string", (0, 0), is_array=True, default=()),
        Field("state_changelog_topics", "stateChangelogTopics", "struct", (0, 0), is_array=True, default=(), struct=_TopicInfo),
        Field("repartition_sink_topics", "repartitionSinkTopics", "string", (0, 0), is_array=True, default=()),
        Field("repartition_source_topics", "repartitionSourceTopics", "struct", (0, 0), is_array=True, default=(), struct=_TopicInfo),
        Field("copartition_groups", "copartitionGroups", "struct", (0, 0), is_array=True, default=(), struct=_CopartitionGroup),
    ),
)
_StreamsGroupTopologyValue = StructSchema(
    "StreamsGroupTopologyValue",
    (0, 0),
    (
        Field("epoch", "epoch", "int32", (0, 0), default=0),
        Field("subtopologies", "subtopologies", "struct", (0, 0), is_array=True, default=(), struct=_Subtopology),
    ),
)

SCHEMA = MessageSchema(
    "StreamsGroupTopologyValue",
    "coordinator-value",
    23,
    (0, 0),
    (0, 0),
    _StreamsGroupTopologyValue,
)
