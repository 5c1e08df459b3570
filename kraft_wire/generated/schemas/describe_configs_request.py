# Generated from DescribeConfigsRequest.json by `python -m codegen generate`. Do not edit.
"""What DescribeConfigsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DescribeConfigsResource = StructSchema(
    "DescribeConfigsResource",
    (0, 4),
    (
        Field("resource_type", "resourceType", "int8", (0, 4), default=0, about="Type of the resource."),
        Field("resource_name", "resourceName", "string", (0, 4), default="", about="Name of the resource."),
        Field("configuration_keys", "configurationKeys", "string", (0, 4), is_array=True, nullable_versions=(0, 4), default=(), about="Names of configs to tell of; null for all."),
    ),
    about="One entry for each resource.",
)
_DescribeConfigsRequest = StructSchema(
    "DescribeConfigsRequest",
    (0, 4),
    (
        Field("resources", "resources", "struct", (0, 4), is_array=True, default=(), struct=_DescribeConfigsResource, about="One entry for each resource."),
        Field("include_synonyms", "includeSynonyms", "bool", (1, 4), default=False, about="Whether to tell the other names and sources of each config."),
        Field("include_documentation", "includeDocumentation", "bool", (3, 4), default=False, about="Whether to tell what each config means."),
    ),
    about="Asks for the configs of resources, where they come from and what they mean.",
)

SCHEMA = MessageSchema(
    "DescribeConfigsRequest",
    "request",
    32,
    (0, 4),
    (4, 4),
    _DescribeConfigsRequest,
    deprecated_versions=(0, 0),
    listeners=("broker", "controller",),
)
