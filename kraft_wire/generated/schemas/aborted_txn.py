# Generated from AbortedTxn.json by `python -m codegen generate`. Do not edit.
"""What AbortedTxn looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AbortedTxn = StructSchema(
    "AbortedTxn",
    (0, 0),
    (
        Field("producer_id", "producerId", "int64", (0, 0), default=0, about="Id of the producer; -1 for none."),
        Field("first_offset", "firstOffset", "int64", (0, 0), default=0, about="First offset."),
        Field("last_offset", "lastOffset", "int64", (0, 0), default=0, about="Last offset."),
        Field("last_stable_offset", "lastStableOffset", "int64", (0, 0), default=0, about="Offset below which every transaction is decided."),
    ),
    about="One entry of a transaction index file: an aborted transaction of a segment.",
)

SCHEMA = MessageSchema(
    "AbortedTxn",
    "data",
    None,
    (0, 0),
    (0, -1),
    _AbortedTxn,
)
