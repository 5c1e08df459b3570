# Generated from CreateTopicsResponse.json by `python -m codegen generate`. Do not edit.
"""What CreateTopicsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_CreatableTopicConfigs = StructSchema(
    "CreatableTopicConfigs",
    (5, 7),
    (
        Field("name", "name", "string", (5, 7), default="", about="Name of the config."),
        Field("value", "value", "string", (5, 7), nullable_versions=(5, 7), default="", about="Value of the config; null where it is a secret."),
        Field("read_only", "readOnly", "bool", (5, 7), default=False, about="Whether the config cannot be changed."),
        Field("config_source", "configSource", "int8", (5, 7), ignorable=True, default=-1, about="Where the value comes from."),
        Field("is_sensitive", "isSensitive", "bool", (5, 7), default=False, about="Whether the value is a secret and not told."),
    ),
    about="Configs, each a name and a value.",
)
_CreatableTopicResult = StructSchema(
    "CreatableTopicResult",
    (0, 7),
    (
        Field("name", "name", "string", (0, 7), default="", map_key=True, entity_type="topicName", about="Name of the topic."),
        Field("topic_id", "topicId", "uuid", (7, 7), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("error_code", "errorCode", "int16", (0, 7), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (1, 7), nullable_versions=(0, 7), ignorable=True, default="", about="Text of the error; null without one."),
        Field("topic_config_error_code", "topicConfigErrorCode", "int16", (5, 7), tagged_versions=(5, 7), tag=0, ignorable=True, default=0, about="Why configs are not told; 0 where they are."),
        Field("num_partitions", "numPartitions", "int32", (5, 7), ignorable=True, default=-1, about="Number of partitions; -1 for the default."),
        Field("replication_factor", "replicationFactor", "int16", (5, 7), ignorable=True, default=-1, about="Number of replicas; -1 for the default."),
        Field("configs", "configs", "struct", (5, 7), is_array=True, nullable_versions=(5, 7), ignorable=True, default=(), struct=_CreatableTopicConfigs, about="Configs, each a name and a value."),
    ),
    about="One entry for each topic.",
)
_CreateTopicsResponse = StructSchema(
    "CreateTopicsResponse",
    (0, 7),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (2, 7), ignorable=True, default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("topics", "topics", "struct", (0, 7), is_array=True, default=(), struct=_CreatableTopicResult, about="One entry for each topic."),
    ),
    about="Answers CreateTopicsRequest.",
)

SCHEMA = MessageSchema(
    "CreateTopicsResponse",
    "response",
    19,
    (0, 7),
    (5, 7),
    _CreateTopicsResponse,
)
