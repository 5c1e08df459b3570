# Generated from ProducerSnapshot.json by `python -m codegen generate`. Do not edit.
"""What ProducerSnapshot looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ProducerEntry = StructSchema(
    "ProducerEntry",
    (1, 1),
    (
        Field("producer_id", "producerId", "int64", (1, 1), default=0),
        Field("epoch", "epoch", "int16", (1, 1), default=0),
        Field("last_sequence", "lastSequence", "int32", (1, 1), default=0),
        Field("last_offset", "lastOffset", "int64", (1, 1), default=0),
        Field("offset_delta", "offsetDelta", "int32", (1, 1), default=0),
        Field("timestamp", "timestamp", "int64", (1, 1), default=0),
        Field("coordinator_epoch", "coordinatorEpoch", "int32", (1, 1), default=0),
        Field("current_txn_first_offset", "currentTxnFirstOffset", "int64", (1, 1), default=0),
    ),
)
_ProducerSnapshot = StructSchema(
    "ProducerSnapshot",
    (1, 1),
    (
        Field("crc", "crc", "uint32", (1, 1), default=0),
        Field("producer_entries", "producerEntries", "struct", (1, 1), is_array=True, default=(), struct=_ProducerEntry),
    ),
)

SCHEMA = MessageSchema(
    "ProducerSnapshot",
    "data",
    None,
    (1, 1),
    (0, -1),
    _ProducerSnapshot,
)
