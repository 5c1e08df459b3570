# Generated from DescribeTransactionsRequest.json by `python -m codegen generate`. Do not edit.
"""What DescribeTransactionsRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_DescribeTransactionsRequest = StructSchema(
    "DescribeTransactionsRequest",
    (0, 0),
    (
        Field("transactional_ids", "transactionalIds", "string", (0, 0), is_array=True, default=(), entity_type="transactionalId", about="Transactional ids."),
    ),
    about="Asks a transaction coordinator for the state of transactional ids.",
)

SCHEMA = MessageSchema(
    "DescribeTransactionsRequest",
    "request",
    65,
    (0, 0),
    (0, 0),
    _DescribeTransactionsRequest,
    listeners=("broker",),
)
