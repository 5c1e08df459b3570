# Generated from CreateTopicsResponse.json by `python -m codegen generate`. Do not edit.
"""What CreateTopicsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_CreatableTopicConfigs = StructSchema(
    "CreatableTopicConfigs",
    (5, 7),
    (
        Field("name", "name", "string", (5, 7), default=""),
        Field("value", "value", "string", (5, 7), nullable_versions=(5, 7), default=""),
        Field("read_only", "readOnly", "bool", (5, 7), default=False),
        Field("config_source", "configSource", "int8", (5, 7), ignorable=True, default=-1),
        Field("is_sensitive", "isSensitive", "bool", (5, 7), default=False),
    ),
)
_CreatableTopicResult = StructSchema(
    "CreatableTopicResult",
    (0, 7),
    (
        Field("name", "name", "string", (0, 7), default=""),
        Field("topic_id", "topicId", "uuid", (7, 7), ignorable=True, default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("error_code", "errorCode", "int16", (0, 7), default=0),
        Field("error_message", "errorMessage", "string", (1, 7), nullable_versions=(0, 7), ignorable=True, default=""),
        Field("topic_config_error_code", "topicConfigErrorCode", "int16", (5, 7), tagged_versions=(5, 7), tag=0, ignorable=True, default=0),
        Field("num_partitions", "numPartitions", "int32", (5, 7), ignorable=True, default=-1),
        Field("replication_factor", "replicationFactor", "int16", (5, 7), ignorable=True, default=-1),
        Field("configs", "configs", "struct", (5, 7), is_array=True, nullable_versions=(5, 7), ignorable=True, default=(), struct=_CreatableTopicConfigs),
    ),
)
_CreateTopicsResponse = StructSchema(
    "CreateTopicsResponse",
    (0, 7),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (2, 7), ignorable=True, default=0),
        Field("topics", "topics", "struct", (0, 7), is_array=True, default=(), struct=_CreatableTopicResult),
    ),
)

SCHEMA = MessageSchema(
    "CreateTopicsResponse",
    "response",
    19,
    (0, 7),
    (5, 7),
    _CreateTopicsResponse,
)
