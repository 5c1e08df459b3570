# Generated from StreamsGroupTopologyValue.json by `python -m codegen generate`. Do not edit.
"""What StreamsGroupTopologyValue looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_TopicConfig = StructSchema(
    "TopicConfig",
    (0, 0),
    (
        Field("key", "key", "string", (0, 0), default="", about="Name of the config."),
        Field("value", "value", "string", (0, 0), default="", about="Value of the config."),
    ),
    about="Configs of the topic.",
)
_TopicInfo = StructSchema(
    "TopicInfo",
    (0, 0),
    (
        Field("name", "name", "string", (0, 0), default="", about="Name of the topic."),
        Field("partitions", "partitions", "int32", (0, 0), default=0, about="One entry for each partition."),
        Field("replication_factor", "replicationFactor", "int16", (0, 0), default=0, about="Number of replicas; -1 for the default."),
        Field("topic_configs", "topicConfigs", "struct", (0, 0), is_array=True, default=(), struct=_TopicConfig, about="Configs of the topic."),
    ),
)
_CopartitionGroup = StructSchema(
    "CopartitionGroup",
    (0, 0),
    (
        Field("source_topics", "sourceTopics", "int16", (0, 0), is_array=True, default=(), about="Source topics."),
        Field("source_topic_regex", "sourceTopicRegex", "int16", (0, 0), is_array=True, default=(), about="Regular expressions for source topics."),
        Field("repartition_source_topics", "repartitionSourceTopics", "int16", (0, 0), is_array=True, default=(), about="Repartition topics that the subtopology reads from."),
    ),
    about="Source topics that must have equally many partitions.",
)
_Subtopology = StructSchema(
    "Subtopology",
    (0, 0),
    (
        Field("subtopology_id", "subtopologyId", "string", (0, 0), default="", about="Id of the subtopology."),
        Field("source_topics", "sourceTopics", "string", (0, 0), is_array=True, default=(), about="Source topics."),
        Field("source_topic_regex", "sourceTopicRegex", "string", (0, 0), is_array=True, default=(), about="Regular expressions for source topics."),
        Field("state_changelog_topics", "stateChangelogTopics", "struct", (0, 0), is_array=True, default=(), struct=_TopicInfo, about="Changelog topics of the state stores."),
        Field("repartition_sink_topics", "repartitionSinkTopics", "string", (0, 0), is_array=True, default=(), about="Repartition topics that the subtopology writes to."),
        Field("repartition_source_topics", "repartitionSourceTopics", "struct", (0, 0), is_array=True, default=(), struct=_TopicInfo, about="Repartition topics that the subtopology reads from."),
        Field("copartition_groups", "copartitionGroups", "struct", (0, 0), is_array=True, default=(), struct=_CopartitionGroup, about="Source topics that must have equally many partitions."),
    ),
    about="One entry for each subtopology.",
)
_StreamsGroupTopologyValue = StructSchema(
    "StreamsGroupTopologyValue",
    (0, 0),
    (
        Field("epoch", "epoch", "int32", (0, 0), default=0, about="Epoch of the topology, raised by each change of it."),
        Field("subtopologies", "subtopologies", "struct", (0, 0), is_array=True, default=(), struct=_Subtopology, about="One entry for each subtopology."),
    ),
    about="The topology of a streams group: its subtopologies and their topics.",
)

SCHEMA = MessageSchema(
    "StreamsGroupTopologyValue",
    "coordinator-value",
    23,
    (0, 0),
    (0, 0),
    _StreamsGroupTopologyValue,
)
