# Generated from ReadShareGroupStateSummaryRequest.json by `python -m codegen generate`. Do not edit.
"""What ReadShareGroupStateSummaryRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionData = StructSchema(
    "PartitionData",
    (0, 1),
    (
        Field("partition", "partition", "int32", (0, 1), default=0),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 1), default=0),
    ),
)
_ReadStateSummaryData = StructSchema(
    "ReadStateSummaryData",
    (0, 1),
    (
        Field("topic_id", "topicId", "uuid", (0, 1), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "struct", (0, 1), is_array=True, default=(), struct=_PartitionData),
    ),
)
_ReadShareGroupStateSummaryRequest = StructSchema(
    "ReadShareGroupStateSummaryRequest",
    (0, 1),
    (
        Field("group_id", "groupId", "string", (0, 1), default=""),
        Field("topics", "topics", "struct", (0, 1), is_array=True, default=(), struct=_ReadStateSummaryData),
    ),
)

SCHEMA = MessageSchema(
    "ReadShareGroupStateSummaryRequest",
    "request",
    87,
    (0, 1),
    (0, 1),
    _ReadShareGroupStateSummaryRequest,
)
