# Generated from ListClientMetricsResourcesRequest.json by `python -m codegen generate`. Do not edit.
"""What ListClientMetricsResourcesRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ListClientMetricsResourcesRequest = StructSchema(
    "ListClientMetricsResourcesRequest",
    (0, 0),
    (),
    about="Lists the names of client metrics subscriptions; in 4.1 it became ListConfigResources.",
)

SCHEMA = MessageSchema(
    "ListClientMetricsResourcesRequest",
    "request",
    74,
    (0, 0),
    (0, 0),
    _ListClientMetricsResourcesRequest,
    listeners=("broker",),
)
