# Generated from ListClientMetricsResourcesRequest.json by `python -m codegen generate`. Do not edit.
"""What ListClientMetricsResourcesRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ListClientMetricsResourcesRequest = StructSchema(
    "ListClientMetricsResourcesRequest",
    (0, 0),
    (),
)

SCHEMA = MessageSchema(
    "ListClientMetricsResourcesRequest",
    "request",
    74,
    (0, 0),
    (0, 0),
    _ListClientMetricsResourcesRequest,
)
