# Generated from ReadShareGroupStateSummaryResponse.json by `python -m codegen generate`. Do not edit.
"""What ReadShareGroupStateSummaryResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionResult = StructSchema(
    "PartitionResult",
    (0, 1),
    (
        Field("partition", "partition", "int32", (0, 1), default=0),
        Field("error_code", "errorCode", "int16", (0, 1), default=0),
        Field("error_message", "errorMessage", "string", (0, 1), nullable_versions=(0, 1)),
        Field("state_epoch", "stateEpoch", "int32", (0, 1), default=0),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 1), default=0),
        Field("start_offset", "startOffset", "int64", (0, 1), default=0),
        Field("delivery_complete_count", "deliveryCompleteCount", "int32", (1, 1), ignorable=True, default=-1),
    ),
)
_ReadStateSummaryResult = StructSchema(
    "ReadStateSummaryResult",
    (0, 1),
    (
        Field("topic_id", "topicId", "uuid", (0, 1), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "struct", (0, 1), is_array=True, default=(), struct=_PartitionResult),
    ),
)
_ReadShareGroupStateSummaryResponse = StructSchema(
    "ReadShareGroupStateSummaryResponse",
    (0, 1),
    (
        Field("results", "results", "struct", (0, 1), is_array=True, default=(), struct=_ReadStateSummaryResult),
    ),
)

SCHEMA = MessageSchema(
    "ReadShareGroupStateSummaryResponse",
    "response",
    87,
    (0, 1),
    (0, 1),
    _ReadShareGroupStateSummaryResponse,
)
