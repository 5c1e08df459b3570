# Generated from DescribeConfigsResponse.json by `python -m codegen generate`. Do not edit.
"""What DescribeConfigsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DescribeConfigsSynonym = StructSchema(
    "DescribeConfigsSynonym",
    (1, 4),
    (
        Field("name", "name", "string", (1, 4), default="", about="Other name of the config."),
        Field("value", "value", "string", (1, 4), nullable_versions=(0, 4), default="", about="Value under this name; null where it is a secret."),
        Field("source", "source", "int8", (1, 4), default=0, about="Where the value comes from."),
    ),
    about="The same config under other names and sources, strongest first.",
)
_DescribeConfigsResourceResult = StructSchema(
    "DescribeConfigsResourceResult",
    (0, 4),
    (
        Field("name", "name", "string", (0, 4), default="", about="Name of the config."),
        Field("value", "value", "string", (0, 4), nullable_versions=(0, 4), default="", about="Value of the config; null where it is a secret."),
        Field("read_only", "readOnly", "bool", (0, 4), default=False, about="Whether the config cannot be changed."),
        Field("is_default", "isDefault", "bool", (0, 0), default=False, about="Whether the value is the default."),
        Field("config_source", "configSource", "int8", (1, 4), ignorable=True, default=-1, about="Where the value comes from."),
        Field("is_sensitive", "isSensitive", "bool", (0, 4), default=False, about="Whether the value is a secret and not told."),
        Field("synonyms", "synonyms", "struct", (1, 4), is_array=True, ignorable=True, default=(), struct=_DescribeConfigsSynonym, about="The same config under other names and sources, strongest first."),
        Field("config_type", "configType", "int8", (3, 4), ignorable=True, default=0, about="Type of the value."),
        Field("documentation", "documentation", "string", (3, 4), nullable_versions=(0, 4), ignorable=True, default="", about="What the config means."),
    ),
    about="Configs, each a name and a value.",
)
_DescribeConfigsResult = StructSchema(
    "DescribeConfigsResult",
    (0, 4),
    (
        Field("error_code", "errorCode", "int16", (0, 4), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 4), nullable_versions=(0, 4), default="", about="Text of the error; null without one."),
        Field("resource_type", "resourceType", "int8", (0, 4), default=0, about="Type of the resource."),
        Field("resource_name", "resourceName", "string", (0, 4), default="", about="Name of the resource."),
        Field("configs", "configs", "struct", (0, 4), is_array=True, default=(), struct=_DescribeConfigsResourceResult, about="Configs, each a name and a value."),
    ),
    about="One result for each thing that was asked for.",
)
_DescribeConfigsResponse = StructSchema(
    "DescribeConfigsResponse",
    (0, 4),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 4), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("results", "results", "struct", (0, 4), is_array=True, default=(), struct=_DescribeConfigsResult, about="One result for each thing that was asked for."),
    ),
    about="Answers DescribeConfigsRequest.",
)

SCHEMA = MessageSchema(
    "DescribeConfigsResponse",
    "response",
    32,
    (0, 4),
    (4, 4),
    _DescribeConfigsResponse,
)
