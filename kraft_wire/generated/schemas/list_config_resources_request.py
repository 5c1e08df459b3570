# Generated from ListConfigResourcesRequest.json by `python -m codegen generate`. Do not edit.
"""What ListConfigResourcesRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ListConfigResourcesRequest = StructSchema(
    "ListConfigResourcesRequest",
    (0, 1),
    (
        Field("resource_types", "resourceTypes", "int8", (1, 1), is_array=True, default=(), about="Types of resources to list; empty for all that can be listed."),
    ),
    about="Lists the names of resources that have configs, by type.",
)

SCHEMA = MessageSchema(
    "ListConfigResourcesRequest",
    "request",
    74,
    (0, 1),
    (0, 1),
    _ListConfigResourcesRequest,
    listeners=("broker",),
)
