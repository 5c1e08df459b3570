# Generated from ReadShareGroupStateSummaryResponse.json by `python -m codegen generate`. Do not edit.
"""What ReadShareGroupStateSummaryResponse looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionResult = StructSchema(
    "PartitionResult",
    (0, 1),
    (
        Field("partition", "partition", "int32", (0, 1), default=0, about="Number of the partition."),
        Field("error_code", "errorCode", "int16", (0, 1), default=0, about="Error code; 0 for success."),
        Field("error_message", "errorMessage", "string", (0, 1), nullable_versions=(0, 1), about="Text of the error; null without one."),
        Field("state_epoch", "stateEpoch", "int32", (0, 1), default=0, about="Epoch of the share partition's state."),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 1), default=0, about="Epoch of the leader; -1 if unknown."),
        Field("start_offset", "startOffset", "int64", (0, 1), default=0, about="First offset."),
        Field("delivery_complete_count", "deliveryCompleteCount", "int32", (1, 1), ignorable=True, default=-1, about="Number of records at or above the start offset whose delivery is complete; -1 if unknown."),
    ),
    about="One entry for each partition.",
)
_ReadStateSummaryResult = StructSchema(
    "ReadStateSummaryResult",
    (0, 1),
    (
        Field("topic_id", "topicId", "uuid", (0, 1), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "struct", (0, 1), is_array=True, default=(), struct=_PartitionResult, about="One entry for each partition."),
    ),
    about="One result for each thing that was asked for.",
)
_ReadShareGroupStateSummaryResponse = StructSchema(
    "ReadShareGroupStateSummaryResponse",
    (0, 1),
    (
        Field("results", "results", "struct", (0, 1), is_array=True, default=(), struct=_ReadStateSummaryResult, about="One result for each thing that was asked for."),
    ),
    about="Answers ReadShareGroupStateSummaryRequest.",
)

SCHEMA = MessageSchema(
    "ReadShareGroupStateSummaryResponse",
    "response",
    87,
    (0, 1),
    (0, 1),
    _ReadShareGroupStateSummaryResponse,
)
