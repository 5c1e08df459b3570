# Generated from AllocateProducerIdsResponse.json by `python -m codegen generate`. Do not edit.
"""What AllocateProducerIdsResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AllocateProducerIdsResponse = StructSchema(
    "AllocateProducerIdsResponse",
    (0, 0),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 0), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 0), default=0, about="Error code; 0 for success."),
        Field("producer_id_start", "producerIdStart", "int64", (0, 0), default=0, entity_type="producerId", about="First producer id of the block."),
        Field("producer_id_len", "producerIdLen", "int32", (0, 0), default=0, about="How many producer ids the block has."),
    ),
    about="Hands out one block of producer ids.",
)

SCHEMA = MessageSchema(
    "AllocateProducerIdsResponse",
    "response",
    67,
    (0, 0),
    (0, 0),
    _AllocateProducerIdsResponse,
)
