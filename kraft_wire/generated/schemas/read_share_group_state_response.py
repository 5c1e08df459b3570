# Generated from ReadShareGroupStateResponse.json by `python -m codegen generate`. Do not edit.
"""What ReadShareGroupStateResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_StateBatch = StructSchema(
    "StateBatch",
    (0, 0),
    (
        Field("first_offset", "firstOffset", "int64", (0, 0), default=0),
        Field("last_offset", "lastOffset", "int64", (0, 0), default=0),
        Field("delivery_state", "deliveryState", "int8", (0, 0), default=0),
        Field("delivery_count", "deliveryCount", "int16", (0, 0), default=0),
    ),
)
_PartitionResult = StructSchema(
    "PartitionResult",
    (0, 0),
    (
        Field("partition", "partition", "int32", (0, 0), default=0),
        Field("error_code", "errorCode", "int16", (0, 0), default=0),
        Field("error_message", "errorMessage", "string", (0, 0), nullable_versions=(0, 0)),
        Field("state_epoch", "stateEpoch", "int32", (0, 0), default=0),
        Field("start_offset", "startOffset", "int64", (0, 0), default=0),
        Field("state_batches", "stateBatches", "struct", (0, 0), is_array=True, default=(), struct=_StateBatch),
    ),
)
_ReadStateResult = StructSchema(
    "ReadStateResult",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_PartitionResult),
    ),
)
_ReadShareGroupStateResponse = StructSchema(
    "ReadShareGroupStateResponse",
    (0, 0),
    (
        Field("results", "results", "struct", (0, 0), is_array=True, default=(), struct=_ReadStateResult),
    ),
)

SCHEMA = MessageSchema(
    "ReadShareGroupStateResponse",
    "response",
    84,
    (0, 0),
    (0, 0),
    _ReadShareGroupStateResponse,
)
