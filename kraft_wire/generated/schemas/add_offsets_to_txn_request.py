# Generated from AddOffsetsToTxnRequest.json by `python -m codegen generate`. Do not edit.
"""What AddOffsetsToTxnRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AddOffsetsToTxnRequest = StructSchema(
    "AddOffsetsToTxnRequest",
    (0, 4),
    (
        Field("transactional_id", "transactionalId", "string", (0, 4), default=""),
        Field("producer_id", "producerId", "int64", (0, 4), default=0),
        Field("producer_epoch", "producerEpoch", "int16", (0, 4), default=0),
        Field("group_id", "groupId", "string", (0, 4), default=""),
    ),
)

SCHEMA = MessageSchema(
    "AddOffsetsToTxnRequest",
    "request",
    25,
    (0, 4),
    (3, 4),
    _AddOffsetsToTxnRequest,
)
