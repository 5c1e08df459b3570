# Generated from ProducerSnapshot.json by `python -m codegen generate`. Do not edit.
"""What ProducerSnapshot looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_ProducerEntry = StructSchema(
    "ProducerEntry",
    (1, 1),
    (
        Field("producer_id", "producerId", "int64", (1, 1), default=0, about="Id of the producer; -1 for none."),
        Field("epoch", "epoch", "int16", (1, 1), default=0, about="Epoch of the producer."),
        Field("last_sequence", "lastSequence", "int32", (1, 1), default=0, about="Sequence number of the producer's last record; -1 for none."),
        Field("last_offset", "lastOffset", "int64", (1, 1), default=0, about="Last offset that the producer wrote."),
        Field("offset_delta", "offsetDelta", "int32", (1, 1), default=0, about="Offsets between the first and last record of the producer's last batch."),
        Field("timestamp", "timestamp", "int64", (1, 1), default=0, about="Timestamp, in milliseconds since 1970."),
        Field("coordinator_epoch", "coordinatorEpoch", "int32", (1, 1), default=0, about="Epoch of the transaction coordinator."),
        Field("current_txn_first_offset", "currentTxnFirstOffset", "int64", (1, 1), default=0, about="First offset of the open transaction; -1 without one."),
    ),
    about="Producers.",
)
_ProducerSnapshot = StructSchema(
    "ProducerSnapshot",
    (1, 1),
    (
        Field("crc", "crc", "uint32", (1, 1), default=0, about="CRC-32C of what follows."),
        Field("producer_entries", "producerEntries", "struct", (1, 1), is_array=True, default=(), struct=_ProducerEntry, about="Producers."),
    ),
    about="A .snapshot file: the producers of a partition at one offset.",
)

SCHEMA = MessageSchema(
    "ProducerSnapshot",
    "data",
    None,
    (1, 1),
    (0, -1),
    _ProducerSnapshot,
)
