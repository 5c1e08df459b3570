# Generated from DescribeConfigsRequest.json by `python -m codegen generate`. Do not edit.
"""What DescribeConfigsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DescribeConfigsResource = StructSchema(
    "DescribeConfigsResource",
    (0, 4),
    (
        Field("resource_type", "resourceType", "int8", (0, 4), default=0),
        Field("resource_name", "resourceName", "string", (0, 4), default=""),
        Field("configuration_keys", "configurationKeys", "string", (0, 4), is_array=True, nullable_versions=(0, 4), default=()),
    ),
)
_DescribeConfigsRequest = StructSchema(
    "DescribeConfigsRequest",
    (0, 4),
    (
        Field("resources", "resources", "struct", (0, 4), is_array=True, default=(), struct=_DescribeConfigsResource),
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
    _DescribeConfigsRequest,
)
