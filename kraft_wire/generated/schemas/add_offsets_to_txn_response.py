# Generated from AddOffsetsToTxnResponse.json by `python -m codegen generate`. Do not edit.
"""What AddOffsetsToTxnResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_AddOffsetsToTxnResponse = StructSchema(
    "AddOffsetsToTxnResponse",
    (0, 4),
    (
        Field("throttle_time_ms", "throttleTimeMs", "int32", (0, 4), default=0),
        Field("error_code", "errorCode", "int16", (0, 4), default=0),
    ),
)

SCHEMA = MessageSchema(
    "AddOffsetsToTxnResponse",
    "response",
    25,
    (0, 4),
    (3, 4),
    _AddOffsetsToTxnResponse,
)
