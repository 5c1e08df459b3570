# Generated from AddOffsetsToTxnRequest.json by `python -m codegen generate`. Do not edit.
"""What AddOffsetsToTxnRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AddOffsetsToTxnRequest = StructSchema(
    "AddOffsetsToTxnRequest",
    (0, 4),
    (
        Field("transactional_id", "transactionalId", "string", (0, 4), default="", entity_type="transactionalId", about="Transactional id of the producer."),
        Field("producer_id", "producerId", "int64", (0, 4), default=0, entity_type="producerId", about="Id of the producer; -1 for none."),
        Field("producer_epoch", "producerEpoch", "int16", (0, 4), default=0, about="Epoch of the producer; -1 for none."),
        Field("group_id", "groupId", "string", (0, 4), default="", entity_type="groupId", about="Id of the group."),
    ),
    about="A transactional producer brings the offsets of a consumer group into its transaction.",
)

SCHEMA = MessageSchema(
    "AddOffsetsToTxnRequest",
    "request",
    25,
    (0, 4),
    (3, 4),
    _AddOffsetsToTxnRequest,
    listeners=("broker",),
)
