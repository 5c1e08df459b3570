# Generated from DescribeConfigsRequest.json by `python -m codegen generate`. Do not edit.
"""What DescribeConfigsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DESCRIBE_CONFIGS_RESOURCE = StructSchema(
    "DescribeConfigsResource",
    (0, 4),
    (
        Field("resource_type", "resourceType", "int8", (0, 4), default=0),
        Field("resource_name", "resourceName", "string", (0, 4), default=""),
        Field("configuration_keys", "configurationKeys", "string", (0, 4), is_array=True, nullable_versions=(0, 4), default=()),
    ),
)
_DESCRIBE_CONFIGS_REQUEST = StructSchema(
    "DescribeConfigsRequest",
    (0, 4),
    (
        Field("resources", "resources", "struct", (0, 4), is_array=True, default=(), struct=_DESCRIBE_CONFIGS_RESOURCE),
        Field("include_synonyms", "includeSynonyms", "bool", (1, 4), default=False),
        Field("include_documentation", "includeDocumentation", "bool", (3, 4), default=False),
    ),
)

SCHEMA = MessageSchema(
    "DescribeConfigsRequest",
    "request",
    32,
    (0, 4),
    (4, 4),
    _DESCRIBE_CONFIGS_REQUEST,
)
