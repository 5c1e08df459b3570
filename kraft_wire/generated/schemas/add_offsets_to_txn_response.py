# Generated from AddOffsetsToTxnResponse.json by `python -m codegen generate`. Do not edit.
"""What AddOffsetsToTxnResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AddOffsetsToTxnResponse = StructSchema(
    "AddOffsetsToTxnResponse",
    (0, 4),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 4), default=0, about="Milliseconds for which a quota held the answer back; 0 for none."),
        Field("error_code", "errorCode", "int16", (0, 4), default=0, about="Error code; 0 for success."),
    ),
    about="Answers AddOffsetsToTxnRequest.",
)

SCHEMA = MessageSchema(
    "AddOffsetsToTxnResponse",
    "response",
    25,
    (0, 4),
    (3, 4),
    _AddOffsetsToTxnResponse,
)
