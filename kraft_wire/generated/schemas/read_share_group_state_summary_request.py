# Generated from ReadShareGroupStateSummaryRequest.json by `python -m codegen generate`. Do not edit.
"""What ReadShareGroupStateSummaryRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PARTITION_DATA = StructSchema(
    "PartitionData",
    (0, 1),
    (
        Field("partition", "partition", "int32", (0, 1), default=0),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 1), default=0),
    ),
)
_READ_STATE_SUMMARY_DATA = StructSchema(
    "ReadStateSummaryData",
    (0, 1),
    (
        Field("topic_id", "topicId", "uuid", (0, 1), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'),
        Field("partitions", "partitions", "struct", (0, 1), is_array=True, default=(), struct=_PARTITION_DATA),
    ),
)
_READ_SHARE_GROUP_STATE_SUMMARY_REQUEST = StructSchema(
    "ReadShareGroupStateSummaryRequest",
    (0, 1),
    (
        Field("group_id", "groupId", "string", (0, 1), default=""),
        Field("topics", "topics", "struct", (0, 1), is_array=True, default=(), struct=_READ_STATE_SUMMARY_DATA),
    ),
)

SCHEMA = MessageSchema(
    "ReadShareGroupStateSummaryRequest",
    "request",
    87,
    (0, 1),
    (0, 1),
    _READ_SHARE_GROUP_STATE_SUMMARY_REQUEST,
)
