# Generated from ReadShareGroupStateResponse.json by `python -m codegen generate`. Do not edit.
"""What ReadShareGroupStateResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_StateBatch = StructSchema(
    "StateBatch",
    (0, 0),
    (
        Field("first_offset", "firstOffset", "int64", (0, 0), default=0, about="First offset."),
        Field("last_offset", "lastOffset", "int64", (0, 0), default=0, about="Last offset."),
        Field("delivery_state", "deliveryState", "int8", (0, 0), default=0, about="0 available, 2 acknowledged, 4 archived."),
        Field("delivery_count", "deliveryCount", "int16", (0, 0), default=0, about="How often the records were delivered."),
    ),
    about="States of ranges of offsets.",
)
_PartitionResult = StructSchema(
    "PartitionResult",
    (0, 0),
    (
        Field("partition", "partition", "int32", (0, 0), default=0, about="Number of the partition."),
        Field("error_code", "errorCode", "int16", (0, 0), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 0), nullable_versions=(0, 0), about="Text of the error; null without one."),
        Field("state_epoch", "stateEpoch", "int32", (0, 0), default=0, about="Epoch of the share partition's state."),
        Field("start_offset", "startOffset", "int64", (0, 0), default=0, about="First offset."),
        Field("state_batches", "stateBatches", "struct", (0, 0), is_array=True, default=(), struct=_StateBatch, about="States of ranges of offsets."),
    ),
    about="One entry for each partition.",
)
_ReadStateResult = StructSchema(
    "ReadStateResult",
    (0, 0),
    (
        Field("topic_id", "topicId", "uuid", (0, 0), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "struct", (0, 0), is_array=True, default=(), struct=_PartitionResult, about="One entry for each partition."),
    ),
    about="One result for each thing that was asked for.",
)
_ReadShareGroupStateResponse = StructSchema(
    "ReadShareGroupStateResponse",
    (0, 0),
    (
        Field("results", "results", "struct", (0, 0), is_array=True, default=(), struct=_ReadStateResult, about="One result for each thing that was asked for."),
    ),
    about="Answers ReadShareGroupStateRequest.",
)

SCHEMA = MessageSchema(
    "ReadShareGroupStateResponse",
    "response",
    84,
    (0, 0),
    (0, 0),
    _ReadShareGroupStateResponse,
)
