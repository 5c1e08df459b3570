# Generated from ReadShareGroupStateSummaryRequest.json by `python -m codegen generate`. Do not edit.
"""What ReadShareGroupStateSummaryRequest looks like, as data."""

from kraft_wire.schema import FieldSchema as Field, MessageSchema, StructSchema

_PartitionData = StructSchema(
    "PartitionData",
    (0, 1),
    (
        Field("partition", "partition", "int32", (0, 1), default=0, about="Number of the partition."),
        Field("leader_epoch", "leaderEpoch", "int32", (0, 1), default=0, about="Epoch of the leader; -1 if unknown."),
    ),
    about="One entry for each partition.",
)
_ReadStateSummaryData = StructSchema(
    "ReadStateSummaryData",
    (0, 1),
    (
        Field("topic_id", "topicId", "uuid", (0, 1), default=b'\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', about="Id of the topic; zero if unknown."),
        Field("partitions", "partitions", "struct", (0, 1), is_array=True, default=(), struct=_PartitionData, about="One entry for each partition."),
    ),
    about="One entry for each topic.",
)
_ReadShareGroupStateSummaryRequest = StructSchema(
    "ReadShareGroupStateSummaryRequest",
    (0, 1),
    (
        Field("group_id", "groupId", "string", (0, 1), default="", about="Id of the group."),
        Field("topics", "topics", "struct", (0, 1), is_array=True, default=(), struct=_ReadStateSummaryData, about="One entry for each topic."),
    ),
    about="A group coordinator asks the share coordinator for start offsets and epochs only.",
)

SCHEMA = MessageSchema(
    "ReadShareGroupStateSummaryRequest",
    "request",
    87,
    (0, 1),
    (0, 1),
    _ReadShareGroupStateSummaryRequest,
    listeners=("broker",),
)
