# Generated from DescribeConfigsResponse.json by `python -m codegen generate`. Do not edit.
"""What DescribeConfigsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DescribeConfigsSynonym = StructSchema(
    "DescribeConfigsSynonym",
    (1, 4),
    (
        Field("name", "name", "string", (1, 4), default=""),
        Field("value", "value", "string", (1, 4), nullable_versions=(0, 4), default=""),
        Field("source", "source", "int8", (1, 4), default=0),
    ),
)
_DescribeConfigsResourceResult = StructSchema(
    "DescribeConfigsResourceResult",
    (0, 4),
    (
        Field("name", "name", "string", (0, 4), default=""),
        Field("value", "value", "string", (0, 4), nullable_versions=(0, 4), default=""),
        Field("read_only", "readOnly", "bool", (0, 4), default=False),
        Field("is_default", "isDefault", "bool", (0, 0), default=False),
        Field("config_source", "configSource", "int8", (1, 4), ignorable=True, default=-1),
        Field("is_sensitive", "isSensitive", "bool", (0, 4), default=False),
        Field("synonyms", "synonyms", "struct", (1, 4), is_array=True, ignorable=True, default=(), struct=_DescribeConfigsSynonym),
        Field("config_type", "configType", "int8", (3, 4), ignorable=True, default=0),
        Field("documentation", "documentation", "string", (3, 4), nullable_versions=(0, 4), ignorable=True, default=""),
    ),
)
_DescribeConfigsResult = StructSchema(
    "DescribeConfigsResult",
    (0, 4),
    (
        Field("error_code", "errorCode", "int16", (0, 4), default=0),
        Field("error_message", "errorMessage", "string", (0, 4), nullable_versions=(0, 4), default=""),
        Field("resource_type", "resourceType", "int8", (0, 4), default=0),
        Field("resource_name", "resourceName", "string", (0, 4), default=""),
        Field("configs", "configs", "struct", (0, 4), is_array=True, default=(), struct=_DescribeConfigsResourceResult),
    ),
)
_DescribeConfigsResponse = StructSchema(
    "DescribeConfigsResponse",
    (0, 4),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 4), default=0),
        Field("results", "results", "struct", (0, 4), is_array=True, default=(), struct=_DescribeConfigsResult),
    ),
)

SCHEMA = MessageSchema(
    "DescribeConfigsResponse",
    "response",
    32,
    (0, 4),
    (4, 4),
    _DescribeConfigsResponse,
)
